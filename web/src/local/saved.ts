/** Logs of tables and solved games in this browser's database. */
import type { LogAppend, Missing } from "./module";

/** A table as the module reads it. */
interface SavedTable {
  seed: string;
  log: [at: number, line: string][];
  tokens: [token: string, player: number | null][];
}

/** The most bytes of solved games that are kept; the oldest go first. */
const MOST_SOLVED = 64 << 20;

interface Solution {
  name: string;
  at: number;
  bytes: Uint8Array<ArrayBuffer>;
}

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((done, failed) => {
    const opening = indexedDB.open("hotdice", 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("tables");
      opening.result.createObjectStore("solutions", { keyPath: "name" });
    };
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => failed(opening.error ?? new Error("no database"));
  });
  opened.catch(() => (opened = undefined));
  return opened;
}

/** Runs a transaction, and waits until what it wrote is durable. */
async function transaction<T>(store: "tables" | "solutions", mode: IDBTransactionMode, work: (store: IDBObjectStore, tell: (value: T) => void) => void): Promise<T | undefined> {
  const base = await database();
  return new Promise((done, failed) => {
    const running = base.transaction(store, mode, { durability: "strict" });
    let value: T | undefined;
    running.oncomplete = () => done(value);
    // Whoever aborts has said why.
    running.onabort = () => (value === undefined ? failed(running.error ?? new Error("the browser did not store it")) : done(value));
    work(running.objectStore(store), (found) => (value = found));
  });
}

/** Returns what was stored. */
export async function find(missing: Missing): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (missing.kind === "table") {
    const saved = await table(missing.name);
    return saved ? new TextEncoder().encode(JSON.stringify(saved)) : undefined;
  }
  const found = await transaction<Solution>("solutions", "readonly", (store, tell) => {
    const reading = store.get(missing.name) as IDBRequest<Solution | undefined>;
    reading.onsuccess = () => reading.result && tell(reading.result);
  }).catch(() => undefined);
  return found?.bytes;
}

export async function table(id: string): Promise<SavedTable | undefined> {
  return transaction<SavedTable>("tables", "readonly", (store, tell) => {
    const reading = store.get(id) as IDBRequest<SavedTable | undefined>;
    reading.onsuccess = () => reading.result && tell(reading.result);
  });
}

/** Appends to logs, all or nothing; returns false if one of them has grown elsewhere. */
export async function append(all: LogAppend[]): Promise<boolean> {
  const appended = await transaction<boolean>("tables", "readwrite", (store, tell) => {
    for (const { table, after, at, lines, seed, tokens } of all) {
      const reading = store.get(table) as IDBRequest<SavedTable | undefined>;
      reading.onsuccess = () => {
        const saved = reading.result ?? { seed: seed ?? "", log: [], tokens: [] };
        if (saved.log.length !== after) {
          tell(false);
          store.transaction.abort();
          return;
        }
        for (const line of lines) saved.log.push([at, line]);
        saved.tokens.push(...tokens);
        store.put(saved, table);
      };
    }
  });
  return appended ?? true;
}

/** Keeps a solved game. Without room for it, it is solved again next time. */
export async function keep(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await transaction("solutions", "readwrite", (store) => {
    const reading = store.getAll() as IDBRequest<Solution[]>;
    reading.onsuccess = () => {
      let room = MOST_SOLVED - bytes.length;
      for (const old of reading.result.sort((a, b) => b.at - a.at)) {
        room -= old.bytes.length;
        if (room < 0) store.delete(old.name);
      }
      store.put({ name, bytes, at: Date.now() } satisfies Solution);
    };
  }).catch(() => {});
}

/** Deletes everything. */
export async function clear(): Promise<void> {
  await transaction("tables", "readwrite", (store) => store.clear());
  await transaction("solutions", "readwrite", (store) => store.clear());
}
