/**
 * A module of WebAssembly that answers the requests of the API. How it is called is described in
 * crates/hotdice-wasm: a message is the length of a JSON text in four bytes, that text, and whatever is attached to it.
 */

/** What is stored of a table: new lines of its log. */
export interface LogAppend {
  table: string;
  /** How many events the log had before. */
  after: number;
  at: number;
  lines: string[];
  seed?: string;
  tokens: [token: string, player: number | null][];
}

/** Something that may have been stored. */
export interface Missing {
  kind: "table" | "solution";
  name: string;
}

/** A bot that has to move. */
export interface BotTurn {
  rules: string;
  state: string;
  level: string;
  seq: number;
}

/** A request of the API. */
export interface HostRequest {
  method: string;
  path: string;
  query?: Record<string, string>;
  token?: string;
  last_event?: number;
  body?: string;
  at?: number;
}

export type HostCall = { request: HostRequest } | { provide: Missing } | { forget: { table: string } };

export interface Reply {
  status: number;
  type: string;
  body: string;
  written?: LogAppend;
  opened?: LogAppend;
  missing?: Missing;
  question?: { path: string; body: string };
  bot?: BotTurn;
  deadline?: number;
  /** The last event that a piece of a stream has. */
  seq?: number;
  solved?: string;
}

export interface Answered {
  reply: Reply;
  attached?: Uint8Array<ArrayBuffer>;
}

/** For how many rolls somebody added nothing to linked dice, and what that did for them where a later link of theirs tells. */
export interface AbsenceCount {
  name: string;
  rolls: number;
  better: number;
  worse: number;
  neither: number;
  /** Those of them in which the table had waited. */
  awaited: { rolls: number; better: number; worse: number };
}

/** What came of checking a record. */
export interface Verification {
  verified: boolean;
  /** How many rolls are as they should be, and how many dice that is. */
  rolls: number;
  dice: number;
  absences?: AbsenceCount[];
  problem?: {
    kind: "dice" | "seed" | "not_over" | "not_promised" | "unreadable" | "rules";
    sentence: string;
    /** The number of the roll, what the record says, and what was due. */
    roll?: [number: number, told: string, due: string];
  };
}

interface Exports {
  memory: WebAssembly.Memory;
  hotdice_alloc(length: number): number;
  hotdice_free(at: number, length: number): void;
  hotdice_call(at: number, length: number): bigint;
}

/** Tells how far solving has come. */
export type Progress = (done: number, all: number) => void;

export class Module {
  #exports: Exports;
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();

  constructor(compiled: WebAssembly.Module, progress: Progress = () => {}) {
    const memory = (at: number, length: number) => new Uint8Array(this.#exports.memory.buffer, at, length);
    const host = {
      random: (at: number, length: number) => void crypto.getRandomValues(memory(at, length)),
      now: () => Date.now(),
      progress,
      panicked: (at: number, length: number) => console.error(this.#decoder.decode(memory(at, length))),
    };
    this.#exports = new WebAssembly.Instance(compiled, { host }).exports as unknown as Exports;
  }

  call(message: HostCall, attached?: Uint8Array): Answered {
    const json = this.#encoder.encode(JSON.stringify(message));
    const length = 4 + json.length + (attached?.length ?? 0);
    const at = this.#exports.hotdice_alloc(length);
    const { buffer } = this.#exports.memory;
    new DataView(buffer).setUint32(at, json.length, true);
    const sent = new Uint8Array(buffer, at, length);
    sent.set(json, 4);
    if (attached) sent.set(attached, 4 + json.length);
    return this.#read(BigInt.asUintN(64, this.#exports.hotdice_call(at, length)));
  }

  #read(packed: bigint): Answered {
    const at = Number(packed & 0xffff_ffffn);
    const length = Number(packed >> 32n);
    // The memory may have grown, which makes another buffer of it.
    const { buffer } = this.#exports.memory;
    const json = new DataView(buffer).getUint32(at, true);
    const reply = JSON.parse(this.#decoder.decode(new Uint8Array(buffer, at + 4, json))) as Reply;
    const attached = new Uint8Array(buffer, at + 4 + json, length - 4 - json).slice();
    this.#exports.hotdice_free(at, length);
    return attached.length > 0 ? { reply, attached } : { reply };
  }
}

/** The smallest module that uses SIMD: it is valid exactly where the browser has it. */
const USES_SIMD = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

export const hasSimd = (): boolean => WebAssembly.validate(USES_SIMD);
