// What house rules change: node house-rules.js [RULES [RULES]]
import { load } from "hotdice";

const [one = "farkle", other = "farkle(straight=1000,three_pairs=1000)"] = process.argv.slice(2);
const house = await load();
const explored = [await house.explore(one, { whole: true }), await house.explore(other, { whole: true })];
const row = (words, shown) => console.log(words.padEnd(32) + shown.map((each) => each.padStart(10)).join(""));
console.log(`A: ${explored[0].rules}\nB: ${explored[1].rules}\n`);
row("", ["A", "B"]);
for (const { name, words, unit } of explored[0].figures) {
  const figures = explored.map((each) => each.figures.find((figure) => figure.name === name)?.value);
  row(words, figures.map((value) => (value === undefined ? "?" : unit === "chance" ? `${(100 * value).toFixed(2)} %` : value.toFixed(1))));
}
for (let dice = explored[0].stops.length; dice > 0; dice -= 1) {
  row(`Bank from, with ${dice} ${dice === 1 ? "die" : "dice"} left`, explored.map(({ stops }) => String(stops[dice - 1] ?? "never")));
}
