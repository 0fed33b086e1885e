// What every choice in a roll is worth: node keeps.js [RULES [STATE]]
import { load, Refused } from "hotdice";

const [rules = "farkle", state = "scores=7200,8100 turn=1 total=0 next=choose:112255"] = process.argv.slice(2);
const house = await load();
try {
  const { scene, choices, aim, exact } = await house.position(rules, state);
  const points = new Map(scene.choices.map((choice) => [choice.notation, choice.points ?? ""]));
  const worth = (value) => (aim === "win" ? `${(100 * value).toFixed(2)} %` : value.toFixed(2));
  console.log(`${"choice".padEnd(14)}${"scores".padStart(7)}${(aim === "win" ? "wins" : "points").padStart(10)}${"costs".padStart(10)}`);
  const best = choices[0]?.value ?? 0;
  for (const { action, value } of choices) {
    console.log(`${action.padEnd(14)}${String(points.get(action)).padStart(7)}${worth(value).padStart(10)}${worth(best - value).padStart(10)}`);
  }
  console.log(exact ? "These values are exact." : "These values are estimates.");
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
