/** Games that are over, played by requests: what comes after a game need not wait for clicks. */
import type { APIRequestContext, Page } from "@playwright/test";
import type { Choice } from "../../src/wire/schema";
import type { TestServer } from "../server";
import { eventsOf } from "./log";

/** What Ada adds to the dice: the same every time, so that the seed of the server alone settles them. */
export const ENTROPY = "ada0".repeat(16);

/** Chooses at the first opportunity what ends a turn, as somebody who makes mistakes. */
const carelessly = (choices: Choice[]) => choices.find(({ notation }) => notation === "bank" || notation === "hold") ?? choices[0]!;

/** Plays a game of "Ada" against a bot to its end, and returns the table and her token. */
export async function finishedGame(
  request: APIRequestContext,
  server: TestServer,
  rules: string,
  choose: (choices: Choice[]) => Choice = carelessly,
): Promise<{ table: string; token: string }> {
  const post = async (path: string, data: object, token?: string) => {
    const answer = await request.post(`/api/v1/${path}`, { data, headers: token ? { Authorization: `Bearer ${token}` } : {} });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };
  const { table = "", host_token: host = "" } = await post("tables", { rules, seats: 2, coach: true });
  const { token = "" } = await post(`tables/${table}/seats`, { name: "Ada", entropy: ENTROPY });
  await post(`tables/${table}/seats`, { bot: "greedy" }, host);
  for await (const { seq, kind, after } of eventsOf(server.url, table)) {
    if (kind === "ended") break;
    const choices = after?.scene?.choices ?? [];
    if (after?.waiting.for !== "person" || choices.length === 0) continue;
    await post(`tables/${table}/actions`, { seq, action: choose(choices).notation }, token);
  }
  return { table, token };
}

/** Opens a finished game as its player. */
export async function openFinished(page: Page, server: TestServer, rules: string): Promise<string> {
  const { table, token } = await finishedGame(page.request, server, rules);
  await page.goto("/");
  await page.evaluate(
    ([id, rules, token]) => localStorage.setItem("hotdice.tables", JSON.stringify({ [id!]: { rules, seats: [{ player: 1, name: "Ada", token }], at: Date.now() } })),
    [table, rules, token],
  );
  await page.goto(`/t/${table}`);
  return table;
}
