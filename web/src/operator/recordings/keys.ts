// Keys of the time line. They work wherever nothing else wants them: not in a field, and not the
// arrows in a scene, where they turn the view.
import type { Player } from "./player";

const kLong = 10; // page up and down [s]

// true when the key meant something
export function pressKey(player: Player, event: Pick<KeyboardEvent, "key" | "shiftKey">): boolean {
  const back = event.key === "ArrowLeft" || event.key === "ArrowDown";
  switch (event.key) {
    case " ":
      player.toggle();
      return true;
    case "ArrowLeft":
    case "ArrowRight":
    case "ArrowUp":
    case "ArrowDown":
      if (event.shiftKey) player.skip(back ? -1 : 1);
      else player.step(back ? -1 : 1);
      return true;
    case "PageUp":
    case "PageDown":
      player.skip(event.key === "PageUp" ? kLong : -kLong);
      return true;
    case "Home":
    case "End":
      player.seek(player.range[event.key === "Home" ? 0 : 1]);
      return true;
    case "[":
    case "]":
      player.mark(event.key === "[" ? "from" : "to");
      return true;
    case "l":
    case "L":
      player.looping = !player.looping;
      return true;
    case "+":
    case "-":
      player.faster(event.key === "+" ? 1 : -1);
      return true;
    default:
      return false;
  }
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
