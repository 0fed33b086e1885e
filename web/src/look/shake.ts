/** A phone that is shaken. */

/** How much harder than gravity alone a shake is, in metres per second squared. */
const HARD = 16;

/** Calls back when the device is shaken, where the browser says so without asking; returns how to stop listening. */
export function onShake(shaken: () => void): () => void {
  const feel = ({ acceleration }: DeviceMotionEvent) => {
    const { x, y, z } = acceleration ?? {};
    if (Math.hypot(x ?? 0, y ?? 0, z ?? 0) > HARD) shaken();
  };
  addEventListener("devicemotion", feel);
  return () => removeEventListener("devicemotion", feel);
}
