// The session that a log holds, as the page knows live ones: scenes from the attachment
// scene.json, figures from the scenario that is attached, names from the metadata.
import type { SceneModel, SessionModel, SideModel, SideName, Value, Workspace } from "../protocol";
import { isNumbers } from "../../format";
import { kHere } from "../vectors";
import type { LogIndex } from "./log_index";
import { scenarioValues } from "./scenario_text";

const kIdentity: Workspace = {
  scale: 1,
  rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  leader_origin: [0, 0, 0],
  follower_offset: kHere,
};

type Json = Record<string, unknown>;

function isPlace(value: unknown): boolean {
  const place = value as Json | undefined;
  return isNumbers(place?.position, 3) && isNumbers(place?.quaternion, 4);
}
function isIndex(value: unknown, below: number, from = 0): boolean {
  return Number.isInteger(value) && (value as number) >= from && (value as number) < below;
}

// everything that drawing relies on
function isScene(value: unknown): value is SceneModel {
  const scene = value as SceneModel | undefined;
  const lists = [scene?.bodies, scene?.geoms, scene?.meshes, scene?.sites];
  if (!scene || !lists.every(Array.isArray)) return false;
  const n = scene.bodies.length;
  return (
    // a parent comes before its children, so there are no circles
    scene.bodies.every(
      (body, i) =>
        isPlace(body) &&
        isIndex(body.parent, i, -1) &&
        Array.isArray(body.joints) &&
        body.joints.every((j) => isNumbers(j.axis, 3) && isNumbers(j.anchor, 3) && isIndex(j.q, 4096)),
    ) &&
    scene.geoms.every(
      (geom) =>
        isPlace(geom) &&
        isIndex(geom.body, n) &&
        isNumbers(geom.size, 3) &&
        isNumbers(geom.rgba, 4) &&
        (geom.type !== "mesh" || isIndex(geom.mesh, scene.meshes.length)),
    ) &&
    scene.meshes.every(
      ({ vertices, faces }) =>
        isNumbers(vertices, vertices?.length) &&
        Array.isArray(faces) &&
        faces.every((v) => isIndex(v, vertices.length / 3)),
    ) &&
    scene.sites.every((site) => isPlace(site) && isIndex(site.body, n))
  );
}

function isSide(value: unknown): value is SideModel {
  const side = value as SideModel | undefined;
  return (
    typeof side?.robot === "string" &&
    Array.isArray(side.joints) &&
    Array.isArray(side.q) &&
    side.q.every((i) => isIndex(i, 4096)) &&
    isPlace(side.base) &&
    isScene(side.scene)
  );
}

function isWorkspace(value: unknown): value is Workspace {
  const workspace = value as Workspace | undefined;
  return (
    Number.isFinite(workspace?.scale) &&
    workspace!.scale > 0 &&
    isNumbers(workspace!.rotation, 9) &&
    isNumbers(workspace!.leader_origin, 3) &&
    isPlace(workspace!.follower_offset)
  );
}

// a side of which only its joints are known
function bareSide(robot: Value | undefined, names: string[]): SideModel {
  const joints = names.map((name) => ({ name, kind: "hinge" as const, lower: 0, upper: 0, max_speed: 0 }));
  return {
    robot: String(robot ?? ""),
    joints,
    q: joints.map((_, i) => i),
    base: kHere,
    scene: { bodies: [], geoms: [], meshes: [], sites: [] },
  };
}

function parsed(bytes: Uint8Array | undefined): Json | undefined {
  try {
    return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Json);
  } catch {
    return {};
  }
}

export function recordedSession(
  index: LogIndex,
  span: { from: number; to: number },
  jointNames: Record<SideName, string[]>,
): { session: SessionModel; hasScenes: boolean; hasWorkspace: boolean; warning: string } {
  const values = scenarioValues(new TextDecoder().decode(index.attachments.get("scenario.toml")));
  const attached = parsed(index.attachments.get("scene.json"));
  const [leader, follower] = [attached?.leader, attached?.follower];
  const hasScenes = isSide(leader) && isSide(follower);
  const hasWorkspace = isWorkspace(attached?.workspace);
  const name = index.metadata.get("scenario") ?? "";
  const ticks = index.messages.get("/leader/measured_js") ?? index.messages.get("/follower/measured_js") ?? 0;
  const length = span.to - span.from;
  const shown = Object.entries(values).filter(([key]) => /^(link|coupling|passivity)\.[\w]+$/.test(key));
  return {
    hasScenes,
    hasWorkspace,
    warning: hasScenes
      ? ""
      : attached
        ? "has a scene that cannot be read; only its figures are shown"
        : "has no scene (an older program made it); only its figures are shown",
    session: {
      protocol: 1,
      name,
      title: String(values.title ?? name),
      description: String(values.description ?? ""),
      duration: length,
      rate: length > 0 && ticks > 1 ? Math.round((ticks - 1) / length) : 0,
      simulated: true,
      leader: hasScenes ? leader : bareSide(values["leader.device"], jointNames.leader),
      follower: hasScenes ? follower : bareSide(values["follower.robot"], jointNames.follower),
      workspace: hasWorkspace ? (attached!.workspace as Workspace) : kIdentity,
      values: Object.fromEntries(shown),
      choices: {},
      fixtures: [],
      poses: [],
      tank_level: Number(values["passivity.desired_level"] ?? 0),
      force_limit: Number(values["leader.force_limit"] ?? 0),
    },
  };
}
