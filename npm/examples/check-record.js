// Were the dice fair, and who was lucky? node check-record.js RECORD
import { readFile } from "node:fs/promises";
import { load } from "hotdice";

const record = await readFile(process.argv[2] ?? new URL("farkle-record.txt", import.meta.url), "utf8");
const house = await load();
const { verified, dice, rolls, problem } = await house.verify(record);
console.log(verified ? `All ${dice} dice in ${rolls} rolls are as promised.` : problem?.sentence);
if (verified) {
  const { seats, decisions } = await house.analyse(record);
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  const change = (share) => (share < 0 ? "" : "+") + percent(share);
  for (const { name, start, luck, skill, gifts, result } of seats) {
    console.log(`${name}: ${percent(start)} at the start, ${change(luck)} luck, ${change(skill)} own mistakes, ${change(gifts)} the other's mistakes = ${percent(result)}`);
  }
  const [worst] = decisions.toSorted((a, b) => b.loss - a.loss);
  if (worst) console.log(`The worst mistake: seat ${worst.seat} chose "${worst.chosen}" over "${worst.best}", which cost ${percent(worst.loss)}.`);
}
process.exitCode = verified ? 0 : 1;
