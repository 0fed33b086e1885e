/** Asks the module, brings it what it asks for in return, and throws what it refuses. */
import { Module, type Answered, type HostCall, type HostRequest, type Progress, type Reply } from "../../web/src/local/module.js";
import type { Code, Problem } from "../../web/src/wire/schema.js";

/** Why something was refused: `message` says what was wrong and what to do, `code` never changes its meaning. */
export class Refused extends Error {
  override readonly name = "Refused";

  constructor(
    readonly code: Code,
    message: string,
  ) {
    super(message);
  }
}

/** Where solved games are kept, so that none is solved twice; a `Map` will do. */
export interface Store {
  get(name: string): Uint8Array | undefined | Promise<Uint8Array | undefined>;
  set(name: string, bytes: Uint8Array): unknown;
}

/** How a house is loaded. */
export interface Options {
  /** Keeps solved games; without it they are kept in memory only. */
  store?: Store;
  /** Hears how far solving has come, while whoever asked waits. */
  progress?: Progress;
  /** The module, if it was compiled elsewhere: to share it with workers, or to load it in another way. */
  module?: WebAssembly.Module;
}

export class Host {
  #compiled: WebAssembly.Module;
  #store: Store | undefined;
  #progress: Progress | undefined;
  #module: Module | undefined;

  constructor(compiled: WebAssembly.Module, { store, progress }: Options) {
    this.#compiled = compiled;
    this.#store = store;
    this.#progress = progress;
  }

  async ask(request: HostRequest): Promise<Reply> {
    for (;;) {
      const { reply, attached } = this.#call({ request: { ...request, at: Date.now() } });
      const { missing, solved } = reply;
      if (missing) {
        const stored = missing.kind === "solution" ? await this.#store?.get(missing.name) : undefined;
        this.#call({ provide: missing }, stored);
        continue;
      }
      if (solved !== undefined && attached) await this.#store?.set(solved, attached);
      if (reply.status >= 400) {
        const { code, detail } = JSON.parse(reply.body) as Problem;
        throw new Refused(code, detail);
      }
      return reply;
    }
  }

  async json<T>(request: HostRequest): Promise<T> {
    return JSON.parse((await this.ask(request)).body) as T;
  }

  post<T>(path: string, body: unknown, token?: string): Promise<T> {
    return this.json({ method: "POST", path, body: JSON.stringify(body), token });
  }

  #call(call: HostCall, attached?: Uint8Array): Answered {
    try {
      this.#module ??= new Module(this.#compiled, this.#progress);
      return this.#module.call(call, attached);
    } catch (error) {
      // The module has stopped in the middle of something: the next question starts another one.
      this.#module = undefined;
      throw error;
    }
  }
}
