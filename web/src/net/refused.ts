/** Why a request came to nothing. */
import type { Problem } from "../wire/schema";
import { translatedText, words } from "../words";

/** A request that came to nothing. `unreachable` is ours; the other codes are the server's. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    detail: string,
  ) {
    super(detail);
  }
}

/** Reads a refusal, whoever sent it. */
export async function refusal(answer: Response): Promise<Refused> {
  try {
    const problem = (await answer.json()) as Problem;
    const stop = /[.!?…]$/.test(problem.detail) ? "" : ".";
    return new Refused(problem.code, translatedText(problem.detail + stop));
  } catch {
    return new Refused("internal", words.failed(answer.status));
  }
}
