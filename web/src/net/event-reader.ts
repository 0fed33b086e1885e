/** Cuts the text of a stream into server-sent events. */
export class EventReader {
  #rest = "";
  #tell: (name: string, data: string) => void;

  constructor(tell: (name: string, data: string) => void) {
    this.#tell = tell;
  }

  /** Takes the next piece of text, however it was cut on its way. */
  push(text: string): void {
    this.#rest = (this.#rest + text).replaceAll("\r\n", "\n");
    for (let end = this.#rest.indexOf("\n\n"); end >= 0; end = this.#rest.indexOf("\n\n")) {
      this.#read(this.#rest.slice(0, end));
      this.#rest = this.#rest.slice(end + 2);
    }
  }

  #read(block: string): void {
    let name = "message";
    const data: string[] = [];
    for (const line of block.split("\n")) {
      if (line.startsWith("event:")) name = line.slice(6).trim();
      if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
    }
    if (data.length > 0) this.#tell(name, data.join("\n"));
  }
}
