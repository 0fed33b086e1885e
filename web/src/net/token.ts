/**
 * Tokens of seats, which the page makes. A server is told their hash alone, so that a request which has to be sent again needs no new
 * token, and knowing the request gives nobody a seat.
 */
import { randomHex } from "./random";
import { sha256 } from "./sha256";

export interface NewToken {
  token: string;
  /** What the server is told. */
  token_hash: string;
}

export function newToken(): NewToken {
  const token = randomHex(32);
  return { token, token_hash: sha256(token) };
}
