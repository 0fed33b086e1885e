/**
 * The sounds of the table, made from oscillators and noise: no files.
 *
 * Browsers allow sound only after a gesture, so the first tap or key opens the audio context; what should sound earlier is silent.
 */
import { readText, writeText } from "../net/browser-storage";

/** What can be heard. */
export type Cue = "dice" | "keep" | "bank" | "hot" | "bust" | "scratch" | "win" | "lose" | "turn";

const KEY = "hotdice.sound";

/** How a phone shakes with it, in milliseconds of shaking and rest. */
const SHAKES: Partial<Record<Cue, number[]>> = { dice: [18, 30, 12], bust: [60, 40, 90], hot: [20, 30, 20, 30, 40], win: [40, 60, 40, 60, 120], turn: [25] };

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

class Sound {
  on = $state(readText(KEY) !== "off");

  toggle(): void {
    this.on = !this.on;
    writeText(KEY, this.on ? "on" : "off");
    if (this.on) cue("keep");
  }
}

export const sound = new Sound();

/** Opens the ears of the page at the first gesture. */
export function listenForGesture(): void {
  const wake = () => {
    context ??= new AudioContext();
    void context.resume();
  };
  addEventListener("pointerdown", wake, { once: true });
  addEventListener("keydown", wake, { once: true });
}

/** Plays what belongs to a moment. */
export function cue(what: Cue): void {
  if (!sound.on || document.hidden && what !== "turn") return;
  const shake = SHAKES[what];
  if (shake && context && typeof navigator.vibrate === "function") navigator.vibrate(shake);
  if (!context || context.state !== "running") return;
  PLAY[what](context, context.currentTime + 0.01);
}

const PLAY: Record<Cue, (audio: AudioContext, at: number) => void> = {
  // Dice hit the felt one after the other, each a short knock of filtered noise.
  dice: (audio, at) => [0, 0.07, 0.12, 0.21, 0.27, 0.36].forEach((late, nth) => knock(audio, at + late, 1400 + 260 * (nth % 3), 0.32 - 0.035 * nth)),
  keep: (audio, at) => tone(audio, at, 520, 0.07, 0.1, "triangle"),
  bank: (audio, at) => [659, 880].forEach((pitch, nth) => tone(audio, at + 0.09 * nth, pitch, 0.16, 0.16, "triangle")),
  hot: (audio, at) => [523, 659, 784, 1047].forEach((pitch, nth) => tone(audio, at + 0.06 * nth, pitch, 0.14, 0.14, "triangle")),
  bust: (audio, at) => [294, 220, 165].forEach((pitch, nth) => tone(audio, at + 0.11 * nth, pitch, 0.2, 0.14, "sawtooth")),
  scratch: (audio, at) => tone(audio, at, 196, 0.22, 0.12, "sawtooth"),
  win: (audio, at) => [523, 659, 784, 1047, 784, 1047].forEach((pitch, nth) => tone(audio, at + 0.12 * nth, pitch, 0.26, 0.17, "triangle")),
  lose: (audio, at) => [440, 392, 330].forEach((pitch, nth) => tone(audio, at + 0.18 * nth, pitch, 0.3, 0.12, "sine")),
  turn: (audio, at) => [784, 988].forEach((pitch, nth) => tone(audio, at + 0.12 * nth, pitch, 0.28, 0.1, "sine")),
};

/** A note that swells at once and dies away. */
function tone(audio: AudioContext, at: number, pitch: number, length: number, loud: number, shape: OscillatorType): void {
  const source = audio.createOscillator();
  source.type = shape;
  source.frequency.value = pitch;
  source.connect(fade(audio, at, length, loud));
  source.start(at);
  source.stop(at + length);
}

/** A die on the table. */
function knock(audio: AudioContext, at: number, pitch: number, loud: number): void {
  noise ??= makeNoise(audio);
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 3;
  source.connect(filter).connect(fade(audio, at, 0.06, loud));
  source.start(at);
  source.stop(at + 0.06);
}

function fade(audio: AudioContext, at: number, length: number, loud: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(audio.destination);
  return gain;
}

function makeNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 10, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  samples.forEach((_, at) => (samples[at] = 2 * Math.random() - 1));
  return buffer;
}
