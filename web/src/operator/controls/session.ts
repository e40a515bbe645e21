// Parts are put in before or after the station was heard.
import type { App } from "../app";
import type { SessionModel } from "../protocol";

export function onSession(app: App, heard: (session: SessionModel) => void): void {
  app.on("session", heard);
  if (app.session) heard(app.session);
}
