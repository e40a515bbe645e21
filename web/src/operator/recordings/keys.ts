// Keys of the time line. They work wherever nothing else wants them: not in a field, and not the
// arrows in a scene, where they turn the view.
import type { Player } from "./player";

const kLong = 10; // page up and down [s]

type Action = (player: Player, shift: boolean) => void;
const move = (way: 1 | -1): Action => (player, shift) => (shift ? player.skip(way) : player.step(way));
const loop: Action = (player) => (player.looping = !player.looping);

const kActions: Record<string, Action> = {
  " ": (player) => player.toggle(),
  ArrowLeft: move(-1),
  ArrowDown: move(-1),
  ArrowRight: move(1),
  ArrowUp: move(1),
  PageUp: (player) => player.skip(kLong),
  PageDown: (player) => player.skip(-kLong),
  Home: (player) => player.seek(player.range[0]),
  End: (player) => player.seek(player.range[1]),
  "[": (player) => player.mark("from"),
  "]": (player) => player.mark("to"),
  l: loop,
  L: loop,
  "+": (player) => player.faster(1),
  "-": (player) => player.faster(-1),
};

// true when the key meant something
export function pressKey(player: Player, { key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">): boolean {
  kActions[key]?.(player, shiftKey);
  return key in kActions;
}

const kFields = "input, select, textarea, [contenteditable]";
const kPressed = "button, summary, a, [role=button]"; // space is theirs
const kTurned = ".scene"; // arrows and more are theirs

export function listenForKeys(player: Player, line: HTMLElement, active: () => boolean, moved: () => void): void {
  const handler = (event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (!active() || event.ctrlKey || event.altKey || event.metaKey || target.closest(kFields)) return;
    const ours = line.contains(target) || target === document.body;
    if (event.key === " " ? target.closest(kPressed) : !ours || target.closest(kTurned)) return;
    if (!pressKey(player, event)) return;
    event.preventDefault();
    event.stopPropagation(); // while a recording is shown, no key reaches the robot
    moved();
  };
  // before those who listen for the live session
  addEventListener("keydown", handler, { capture: true });
}
