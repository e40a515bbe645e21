// What is left of the page in a browser that cannot draw scenes: why, and the stop button.
import { h } from "../dom";
import { Connection, stationAddress, subprotocols } from "./connection";
import { endingBelow } from "./ending";

export function bare(root: HTMLElement, why: string): void {
  const status = h("p", { role: "status" }, "connecting …");
  const connection = new Connection(stationAddress(location), () => subprotocols(location.hash), {
    said: endingBelow(status),
    binary: () => undefined,
    state: (state) => (status.textContent = state === "open" ? "connected" : state),
  });
  const stop = h("button", { type: "button", class: "stop", "data-stop": "" }, h("strong", "Stop"));
  stop.addEventListener("click", () =>
    connection.ask({ do: "stop" }).then(
      () => (status.textContent = "stopped"),
      (error: Error) => (status.textContent = `not stopped: ${error.message}`),
    ),
  );
  root.replaceChildren(
    h(
      "main.bare",
      h("h1", "The scenes cannot be drawn here"),
      h("p", `This browser does not offer what they need (${why}).`),
      h("p", "The session runs on, and stopping works."),
      stop,
      status,
    ),
  );
  connection.start();
}
