/** Games that are over, played by requests: what comes after a game need not wait for clicks. */
import type { APIRequestContext, Page } from "@playwright/test";
import { randomBytes } from "node:crypto";

interface Shown {
  seq: number;
  stage: string;
  waiting: { for: string; seat?: number };
  scene?: { choices: { notation: string; points?: number | null }[] };
}

/** Plays a game of "Ada" against a bot to its end, choosing by `choose`, and returns the table and her token. */
export async function finishedGame(
  request: APIRequestContext,
  rules: string,
  choose: (choices: string[], move: number) => string = (choices) => choices.find((each) => each === "bank" || each === "hold") ?? choices[0] ?? "",
): Promise<{ table: string; token: string }> {
  const post = async (path: string, data: object, token?: string) => {
    const answer = await request.post(`/api/v1/${path}`, { data, headers: token ? { Authorization: `Bearer ${token}` } : {} });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };
  const { table = "", host_token: host = "" } = await post("tables", { rules, seats: 2, coach: true });
  const { token = "" } = await post(`tables/${table}/seats`, { name: "Ada", entropy: randomBytes(32).toString("hex") });
  await post(`tables/${table}/seats`, { bot: "greedy" }, host);
  for (let move = 0; ; ) {
    const answer = await request.get(`/api/v1/tables/${table}`, { headers: { Authorization: `Bearer ${token}` } });
    const view = (await answer.json()) as Shown;
    if (view.stage === "over") return { table, token };
    const choices = view.scene?.choices ?? [];
    if (view.waiting.for !== "person" || choices.length === 0) {
      await new Promise((done) => setTimeout(done, 5));
      continue;
    }
    await post(`tables/${table}/actions`, { seq: view.seq, action: choose(choices.map(({ notation }) => notation), move) }, token);
    move += 1;
  }
}

/** Opens a finished game as its player. */
export async function openFinished(page: Page, rules: string): Promise<string> {
  const { table, token } = await finishedGame(page.request, rules);
  await page.goto("/");
  await page.evaluate(
    ([id, rules, token]) => localStorage.setItem("hotdice.tables", JSON.stringify({ [id!]: { rules, seats: [{ player: 1, name: "Ada", token }], at: Date.now() } })),
    [table, rules, token],
  );
  await page.goto(`/t/${table}`);
  return table;
}
