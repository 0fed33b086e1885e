/** Every sentence of the page that does not come from the server. */

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

export const words = {
  title: "Hot Dice",
  tagline: "Dice games with exact odds, and dice you can check.",

  unreachable: "The server cannot be reached. Your seat is kept: try again in a moment.",
  stillSending: "The server does not answer. Your move is kept, and sent again…",
  failed: (status: number) => `The server answered ${status}. Try again in a moment.`,
  nothingHere: "There is nothing at this address.",
  home: "Back to home",
  working: "Working…",

  // The home page
  play: "Play",
  playNow: "Play now",
  yourName: "Your name",
  nameHint: "No account. The name stays on this device.",
  guest: (number: number) => (number === 1 ? "Guest" : `Guest ${number}`),
  chooseGame: "Choose a game",
  players: (least: number, most: number) =>
    least === most ? plural(least, "player") : most > 8 ? `${least} or more players` : `${least} to ${most} players`,
  goOn: "Continue",
  goOnAt: (rules: string) => `Resume ${rules}`,
  whoPlays: "Who's playing?",
  withBot: "The computer",
  withFriends: "Invite friends",
  onThisDevice: "Pass and play",
  level: "Difficulty",
  levels: {
    random: "Random",
    greedy: "Greedy",
    careful: "Careful",
    strong: "Strong",
    perfect: "Perfect, where the game is solved",
  } as Record<string, string>,
  seats: "Seats",
  coachWanted: "With a coach: what every choice is worth",
  clockWanted: "Time for a decision",
  clocks: { none: "no limit", "30": "30 seconds", "60": "1 minute", "300": "5 minutes", "86400": "1 day" } as Record<string, string>,
  names: "Names, one for each player",
  playerNumber: (number: number) => `Player ${number}`,
  addPlayer: "Add player",
  removePlayer: (number: number) => `Remove player ${number}`,
  openTable: "Create table",
  startHere: "Start game",
  houseRules: "House rules and odds",
  haveCode: "Have a code or a link?",
  code: "Code or link",
  goThere: "Join",
  badCode: "A code has ten letters and digits, like k7w2m-9x4ab.",

  // Before the game
  waitingForPlayers: "Waiting for players",
  invite: "Invite your friends",
  inviteHint: "Whoever opens this link can sit down or watch.",
  localLink: "This link works on this computer only. To invite others, open the page under an address they can reach.",
  link: "Link",
  tableCode: "Code",
  copy: "Copy the link",
  copied: "Copied.",
  copyByHand: "Select the link and copy it by hand.",
  share: "Share",
  qr: (link: string) => `QR code of ${link}`,
  seatOf: (number: number, of: number) => `Seat ${number} of ${of}`,
  emptySeat: "empty",
  sitDown: "Sit down",
  addBot: "Add a bot",
  start: "Start the game",
  startHint: "Starts automatically when all seats are filled.",
  hostStarts: "Starts when all seats are filled, or when the host starts it.",
  getUp: "Give up seat",
  full: "Every seat is taken. You can watch.",
  begun: "This game has already started. You are watching.",
  notYourSeat: "You no longer have a seat here. You are watching.",
  noTable: "There is no such table.",
  noTableHint: "Check the link: a code has ten letters and digits. Old tables are deleted.",

  // At the table
  you: "you",
  bot: "bot",
  away: "away",
  offline: "offline",
  botPlaysOn: "a bot plays on",
  turnOf: (name: string) => `${name}'s turn`,
  yourTurn: "Your turn",
  yourTurnAs: (name: string) => `Your turn, ${name}`,
  thinking: (name: string) => `${name} is thinking…`,
  waitFor: (name: string) => `Waiting for ${name}.`,
  watching: (count: number) => (count === 0 ? "" : `${plural(count, "person", "people")} watching`),
  youWatch: "You are watching.",
  cut: "Connection lost. Reconnecting…",
  points: "points",
  theDice: "The dice",
  die: (face: number) => `die showing ${face}`,
  diceShown: (faces: number[]) => (faces.length === 0 ? "No dice on the table" : `Dice on the table: ${faces.join(", ")}`),
  scoring: "scores",
  held: "held",
  setAside: "set aside",
  tapDice: "Tap the dice you want.",
  tapTiles: "Tap the tiles to flip.",
  noSuchChoice: "These cannot be taken together.",
  scores: (points: number) => plural(points, "point"),
  tile: (number: number) => `tile ${number}`,
  tileOpen: "open",
  tileShut: "flipped down",
  tileCan: "can be flipped",
  clear: "Clear",
  takeFirst: (label: string) => `Select ${label}`,
  everyChoice: "All moves",
  skip: "Tap to skip",
  story: "Game log",
  latest: "What happened",
  sheet: "Score sheet",
  box: "Box",
  // Read as one: Write 12 in Pair.
  placeBefore: "Write ",
  placeAfter: (row: string) => ` in ${row} `,
  tapAgain: "tap again",
  open: "open",
  offered: (points: number) => `would pay ${points}`,
  board: "The board",
  cell: (name: string) => `Cell ${name}`,
  emptyCell: "empty",
  piece: (owner: string, number: number, [left, middle, right]: readonly number[]) =>
    `${owner}'s die, walks ${number}; corners ${left}, ${middle}, ${right}`,
  canPlace: "you can place a die here",
  canMove: "you can move this die",
  canReach: (hint: string) => `you can move here: ${hint}`,
  chosenPiece: "chosen",
  pickPiece: "Tap a die of yours to move it, or an empty cell to place one.",
  pickEnd: "Tap a marked cell to go there.",
  card: "Card",
  emotes: { hello: "Hello!", bravo: "Bravo!", lucky: "What luck!", ouch: "Ouch!", thinking: "Let me think…", thanks: "Thank you!" },
  sayEmote: "Reactions",
  menu: "Table",
  rulesInWords: "The rules",
  leave: "Leave the table",
  cameBack: "Rejoin",
  youLeft: "You have left this table.",
  replaced: "You were away, so a bot is playing for you.",
  offerDraw: "Offer a draw",
  offersToStop: (names: string) => `Draw offered by ${names}. Offer one too to accept.`,
  pace: "Speed",
  paces: { calm: "normal", quick: "fast" } as Record<string, string>,
  timeLeft: (seconds: number) => `${plural(seconds, "second")} left`,

  // The coach
  coach: "Coach",
  coachOn: "Show coach",
  coachOff: "Hide coach",
  coachExact: "Exact values.",
  coachEstimate: "Estimates: this game is not solved. They are off by no more than said, 95 times in a hundred.",
  coachBest: "best",

  // After the game
  wins: (names: string[]) =>
    names.length === 0 ? "Nobody wins" : names.length === 1 ? `${names[0]} wins` : `${names.join(" and ")} share the win`,
  youWin: "You win!",
  rematch: "Play again",
  rematchWaits: "The others want to play again.",
  download: "Download the record",
  analysis: "Luck and skill",
  analysing: "Working out every position of the game…",
  ledgerOf: { start: "start", luck: "luck", skill: "own play", gifts: "others' mistakes", result: "result" },
  accuracy: "accuracy",
  luckInDeviations: "luck in standard deviations",
  ledgerHint: (win: boolean) =>
    win
      ? "In percentage points of the chance to win. The rows add up to the result."
      : "In points. The rows add up to the result.",
  estimates: "These values are estimates: the game is not solved. Luck includes their error.",
  howItWent: "How the game went",
  chanceToWin: "chance to win",
  expectedPoints: "expected final score",
  event: "event",
  worst: "Biggest mistakes",
  noMistakes: "Nobody gave anything away.",
  noOwnMistakes: "You gave nothing away. Well played.",
  cost: (loss: string) => `cost ${loss}`,
  chose: (name: string, what: string) => `${name} chose ${what}.`,
  better: (what: string) => `Better: ${what}.`,
  retry: "Try it again",
  stepOn: "Next",
  stepBack: "Previous",
  decisionOf: (number: number, of: number) => `Decision ${number} of ${of}`,
  retryHint: "What would you do now?",
  retryBest: (value: string) => `That is the best choice: ${value}.`,
  retryWorse: (value: string, best: string, bestValue: string) => `${value}. Better is ${best}: ${bestValue}.`,

  // Checking the dice
  checkDice: "Check the dice",
  checkHint:
    "This browser works out every die again from the record: the seed the server committed to, and what the players added. Nothing is asked of the server.",
  checkPaste: "The record of a game",
  checkFile: "Take a file",
  checkNow: "Check",
  verified: "All dice verified.",
  forged: "These dice don't match the record.",
  unverified: "This record cannot be checked.",
  proof: {
    commitment: "The seed is the one the server committed to",
    key: (people: number) => `The dice depend on ${plural(people, "player's", "players'")} own random bytes`,
    rolls: (count: number) => `${plural(count, "roll")} worked out again, every one as recorded`,
    rules: "That every move follows the rules, and how many dice each roll had, is not part of this check: hotdice verify replays the game as well.",
  },
  forgedRoll: (number: number, recorded: string, rolled: string) => `Roll ${number} is recorded as ${recorded}, but the dice gave ${rolled}.`,
  forgedCommitment: "The seed is not the one the server committed to.",
  noSeed: "The seed is revealed when the game is over; this game goes on.",
  notFair: "Its dice did not come from a server's sealed seed, so there is nothing to check against.",
  unreadableRoll: (number: number, roll: string) => `Roll ${number} cannot be read: ${roll}`,

  // Explore
  explore: "Odds and house rules",
  exploreHint: "Change any rule and see what it does to the game.",
  preset: "Start from",
  rulesLine: "Rules line",
  changed: "changed",
  reset: "Reset",
  figures: "How these rules play",
  wholeGameHint: "solving the whole game",
  figureShort: { turn_value: "a turn", opening_turn_value: "opening", first_wins: "first wins", expected: "expected", sd: "deviation" } as Record<string, string>,
  bustShort: "6 dice bust",
  bustOdds: "How often a roll busts",
  never: "never",
  stopAt: "When to stop",
  stopHint: "Bank once your turn total reaches:",
  always: "always roll",
  rollingWorth: "What rolling on is worth",
  rollingHint: "Roll where your line is above the dashed one; where they cross, stop.",
  turnTotal: "turn total",
  expectedTurn: "expected turn",
  banking: "banking",
  dice: (count: number) => plural(count, "die", "dice"),
  scoreThese: "Score these dice",
  scoreHint: "Settle an argument: tap faces to add dice, tap a die to take it away.",
  addFace: (face: number) => `Add a ${face}`,
  removeDie: (face: number) => `Take away the ${face}`,
  total: "Total",
  bust: "Nothing scores.",
  unscored: "do not score",
  noDice: "No dice yet.",
  solvedValues: "The games, solved",
  solvedHint: "What perfect play is worth, worked out by this server.",
  game: "Game",
  tryTheseRules: "Play with these rules",
  allParameters: "All rules that can be changed",

  // The foot
  api: "The API",
  check: "Check a record",
  homePage: "Home",
};

/** Writes a chance in per cent. */
export function percent(value: number, digits = 1): string {
  return `${(100 * value).toFixed(digits)} %`;
}

/** Names a bot by its level; bots of one level are numbered. */
export function botName(level: string, number: number): string {
  const name = level.charAt(0).toUpperCase() + level.slice(1);
  return number > 1 ? `${name} ${number}` : name;
}

/** Writes the name of a box as people say it: `two-pairs` as `Two pairs`. */
export function boxName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");
}

/** Writes the name of a preset as a title: `farkle-classic(target=5000)` as `Farkle classic (target=5000)`. */
export function titleOf(rules: string): string {
  const [name = "", ...house] = rules.split("(");
  const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");
  return house.length === 0 ? title : `${title} (${house.join("(")}`;
}
