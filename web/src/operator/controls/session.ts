// Parts are put in before or after the station has answered.
import type { App } from "../app";
import type { SessionModel } from "../protocol";

export function onSession(app: App, handler: (session: SessionModel) => void): void {
  app.on("session", handler);
  if (app.session) handler(app.session);
}
