/** Runs a module beside the page, so that nothing blocks it. */
import { Module, type HostCall } from "./module";

export type ToWorker = { load: string } | { id: number; message: HostCall; attached?: Uint8Array<ArrayBuffer> | undefined };
export type FromWorker = { ready: true } | { failed: string } | { progress: [done: number, all: number] } | ({ id: number } & Partial<import("./module").Answered> & { panicked?: string });

const tell = (message: FromWorker, moved: Transferable[] = []) => (self as unknown as Worker).postMessage(message, moved);

/** How often progress is told. */
const EVERY = 50;

let module: Module | undefined;
let told = 0;

function progress(done: number, all: number): void {
  const now = performance.now();
  if (now - told < EVERY && done < all) return;
  told = now;
  tell({ progress: [done, all] });
}

async function load(url: string): Promise<void> {
  try {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    // Some static hosts do not know the type of such files.
    const typed = answer.headers.get("content-type")?.startsWith("application/wasm") === true;
    const compiled = typed ? await WebAssembly.compileStreaming(answer) : await WebAssembly.compile(await answer.arrayBuffer());
    module = new Module(compiled, progress);
    tell({ ready: true });
  } catch (error) {
    tell({ failed: error instanceof Error ? error.message : String(error) });
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ("load" in data) {
    void load(data.load);
    return;
  }
  const { id, message, attached } = data;
  try {
    const answered = module?.call(message, attached);
    if (!answered) throw new Error("the module is not loaded");
    tell({ id, ...answered }, answered.attached ? [answered.attached.buffer] : []);
  } catch (error) {
    // The module has stopped in the middle of something: whoever asked starts another worker.
    tell({ id, panicked: error instanceof Error ? error.message : String(error) });
  }
};
