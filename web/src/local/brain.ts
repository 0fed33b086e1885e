/** A module in a worker of its own, started when it is first needed. */
import type { Answered, HostCall, HostRequest, Missing, Progress } from "./module";
import type { FromWorker, ToWorker } from "./worker";

type Waiting = { done: (answered: Answered) => void; failed: (error: Error) => void };

/** Finds what a module asks for. */
export type Find = (missing: Missing) => Promise<Uint8Array<ArrayBuffer> | undefined>;

export class Brain {
  #url: () => string;
  #find: Find;
  #worker: Promise<Worker> | undefined;
  #waiting = new Map<number, Waiting>();
  #next = 0;
  #progress: Progress;

  constructor(url: () => string, find: Find, progress: Progress = () => {}) {
    this.#url = url;
    this.#find = find;
    this.#progress = progress;
  }

  /** Starts the worker before anybody asks. */
  warm(): void {
    this.#worker ??= this.#start();
    this.#worker.catch(() => {});
  }

  /** Asks, and brings what the module asks for in return. */
  async ask(request: HostRequest): Promise<Answered> {
    for (;;) {
      const answered = await this.call({ request: { ...request, at: Date.now() } });
      const { missing } = answered.reply;
      if (!missing) return answered;
      await this.call({ provide: missing }, await this.#find(missing));
    }
  }

  async call(message: HostCall, attached?: Uint8Array<ArrayBuffer>): Promise<Answered> {
    this.#worker ??= this.#start();
    const worker = await this.#worker;
    const id = this.#next++;
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed });
      worker.postMessage({ id, message, attached } satisfies ToWorker);
    });
  }

  #start(): Promise<Worker> {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    return new Promise((ready, failed) => {
      const stop = (why: string) => {
        // The next question starts another one.
        worker.terminate();
        this.#worker = undefined;
        const error = new Error(why);
        failed(error);
        for (const { failed } of this.#waiting.values()) failed(error);
        this.#waiting.clear();
      };
      worker.onerror = (event) => stop(event.message);
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if ("ready" in data) ready(worker);
        else if ("failed" in data) stop(data.failed);
        else if ("progress" in data) this.#progress(...data.progress);
        else if (data.panicked !== undefined) stop(data.panicked);
        else if (data.reply) {
          this.#waiting.get(data.id)?.done(data.attached ? { reply: data.reply, attached: data.attached } : { reply: data.reply });
          this.#waiting.delete(data.id);
        }
      };
      worker.postMessage({ load: this.#url() } satisfies ToWorker);
    });
  }
}
