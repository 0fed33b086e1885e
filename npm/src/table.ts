/** A game at a table that is in memory only. */
import type { Reply } from "../../web/src/local/module.js";
import { randomHex } from "../../web/src/net/random.js";
import type { Event, Happened, Joined, Opened, TableView } from "../../web/src/wire/schema.js";
import { Refused, type Host } from "./host.js";
import { values, type Aim, type Values } from "./values.js";

/** Somebody at a table: the name of a person, or the level of a bot. */
export type Player = string | { bot: string };

/** A game that is played here. People act in turn, and bots move by themselves. */
export class Table {
  #host: Host;
  #path: string;
  /** What lets people act, by their seats. */
  #tokens = new Map<number, string>();

  private constructor(host: Host, name: string) {
    this.#host = host;
    this.#path = `tables/${name}`;
  }

  /** @internal */
  static async open(host: Host, rules: string, players: Player[]): Promise<Table> {
    const opened = await host.post<Opened>("tables", { rules, seats: players.length, coach: true });
    const table = new Table(host, opened.table);
    for (const player of players) {
      const who = typeof player === "string" ? { name: player, entropy: randomHex(32) } : player;
      const { seat, token } = await host.post<Joined>(`${table.#path}/seats`, who, opened.host_token ?? "");
      if (token) table.#tokens.set(seat, token);
    }
    // The game begins when the last seat is taken, and a bot may have the first turn.
    await table.#moveBots(await host.ask({ method: "GET", path: table.#path }));
    return table;
  }

  /** Shows the table as the person sees it who decides now. */
  async view(): Promise<TableView> {
    return this.#look(await this.#turn());
  }

  /** Acts for the person who decides now, then lets bots move; returns everything that happened. */
  async act(action: string): Promise<Event[]> {
    const token = await this.#person();
    const { seq } = await this.#look(token);
    const acted = await this.#host.ask({ method: "POST", path: `${this.#path}/actions`, body: JSON.stringify({ seq, action }), token });
    return [...events(acted), ...(await this.#moveBots(acted))];
  }

  /** Says what every choice is worth to the person who decides now. */
  async values({ aim }: Aim = {}): Promise<Values> {
    const { question } = await this.#host.ask({ method: "GET", path: `${this.#path}/hint`, query: aim ? { aim } : {}, token: await this.#person() });
    return values(this.#host, question?.body ?? "");
  }

  /** Returns the record of the game so far. */
  async record(): Promise<string> {
    return (await this.#host.ask({ method: "GET", path: `${this.#path}/record` })).body;
  }

  #look(token?: string): Promise<TableView> {
    return this.#host.json({ method: "GET", path: this.#path, token });
  }

  /** Returns what lets the person act who decides now. */
  async #turn(): Promise<string | undefined> {
    const { waiting } = await this.#look();
    return this.#tokens.get(waiting.seat ?? 0);
  }

  async #person(): Promise<string> {
    const token = await this.#turn();
    if (token === undefined) throw new Refused("over", "The game is over");
    return token;
  }

  async #moveBots(after: Reply): Promise<Event[]> {
    const moves: Event[] = [];
    for (let { bot } = after; bot; ) {
      const { body } = await this.#host.ask({ method: "POST", path: "bot", body: JSON.stringify(bot) });
      const moved = await this.#host.ask({ method: "POST", path: `${this.#path}/bot`, body });
      moves.push(...events(moved));
      bot = moved.bot;
    }
    return moves;
  }
}

const events = ({ body }: Reply): Event[] => (JSON.parse(body) as Happened).events;
