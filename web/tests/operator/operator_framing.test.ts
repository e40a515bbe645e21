import { BoxGeometry, Group, Mesh, MeshBasicMaterial, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import type { SceneGeom, SideModel } from "../../src/operator/protocol";
import { kDetails } from "../../src/operator/scene/detail";
import { around, kLeastReach, robotBox, travels } from "../../src/operator/scene/framing";
import { BodyTree } from "../../src/operator/scene/kinematics";
import { SeeThrough } from "../../src/operator/scene/see_through";
import { Shapes, isFloor } from "../../src/operator/scene/shapes";
import { armSession } from "../support/arm_session";

// a ball of 2 cm that slides along x, from -range to +range, in a world with a far wall
function slider(range: number): SideModel {
  const model = armSession().follower;
  const ball: SceneGeom = {
    name: "ball",
    body: 1,
    type: "sphere",
    size: [0.01, 0, 0],
    position: [0, 0, 0],
    quaternion: [1, 0, 0, 0],
    rgba: [1, 1, 1, 1],
  };
  const wall: SceneGeom = { ...ball, name: "wall", body: 0, type: "box", size: [0.1, 5, 5], position: [9, 0, 0] };
  return {
    ...model,
    joints: [{ name: "x", kind: "slide", lower: -range, upper: range, max_speed: 1 }],
    q: [0],
    scene: {
      ...model.scene,
      bodies: [
        { name: "world", parent: -1, position: [0, 0, 0], quaternion: [1, 0, 0, 0], joints: [] },
        {
          name: "handle",
          parent: 0,
          position: [0, 0, 0],
          quaternion: [1, 0, 0, 0],
          joints: [{ type: "slide", axis: [1, 0, 0], anchor: [0, 0, 0], q: 0, reference: 0 }],
        },
      ],
      geoms: [ball, wall],
    },
  };
}

function boxAt(model: SideModel, q: number) {
  const tree = new BodyTree(model.scene);
  const shapes = new Shapes(model.scene, kDetails[3]!);
  for (const geom of model.scene.geoms) tree.nodes[geom.body]?.add(shapes.mesh(geom));
  tree.move([q]);
  tree.root.updateMatrixWorld(true);
  const tool = new Group();
  tool.position.x = q;
  tool.updateMatrixWorld();
  return robotBox(model, tree, [q], { tool, base: new Group() });
}

describe("what a camera holds", () => {
  it("is all of the range of a handle that slides, wherever it is, and not the world", () => {
    for (const q of [-0.1, 0, 0.07]) {
      const box = boxAt(slider(0.1), q);
      expect(box.min.x).toBeCloseTo(-0.11, 2);
      expect(box.max.x).toBeCloseTo(0.11, 2);
      expect(box.max.y).toBeLessThan(0.02);
    }
  });

  it("is never so small that nothing else could be seen", () => {
    expect(around(boxAt(slider(0.001), 0)).radius).toBe(kLeastReach);
  });

  it("goes along with what drives, whose range is not looked at", () => {
    expect(travels(slider(0.1))).toBe(false);
    expect(travels(slider(10_000))).toBe(true);
    expect(boxAt(slider(10_000), 3).max.x).toBeLessThan(3.1);
    expect(travels(armSession().follower)).toBe(false);
  });
});

describe("a floor", () => {
  const plane = { ...armSession().follower.scene.geoms[0]!, type: "plane" as const, body: 0 };

  it("is a level plane of the world, wide or without end", () => {
    expect(isFloor({ ...plane, size: [0, 0, 0.1] })).toBe(true);
    expect(isFloor({ ...plane, size: [1.5, 1.5, 0.1] })).toBe(true);
    expect(isFloor({ ...plane, size: [0.2, 0.2, 0.1] })).toBe(false);
    expect(isFloor({ ...plane, size: [2, 2, 0.1], quaternion: [0.7071, 0.7071, 0, 0] })).toBe(false);
    expect(isFloor({ ...plane, size: [2, 2, 0.1], body: 1 })).toBe(false);
  });
});

describe("a wall", () => {
  const wall = new Mesh(new BoxGeometry(0.1, 2, 2), new MeshBasicMaterial({ opacity: 1 }));
  const seeThrough = new SeeThrough([wall]);
  const opacityFrom = (eye: Vector3, target: Vector3) => {
    seeThrough.look(eye, target);
    return wall.material.opacity;
  };

  it("is pale while it stands between the eye and what it looks at, and only then", () => {
    const before = new Vector3(1, 0, 0);
    const behind = new Vector3(-1, 0, 0);
    expect(opacityFrom(behind, before)).toBeLessThan(0.3);
    expect(opacityFrom(new Vector3(3, 0, 0), before)).toBe(1);
    expect(opacityFrom(new Vector3(0, 0, 0), before)).toBeLessThan(0.3); // the eye is in it
    expect(opacityFrom(new Vector3(-1, 5, 0), new Vector3(1, 5, 0))).toBe(1); // beside it
    expect(opacityFrom(behind, new Vector3(-0.5, 0, 0))).toBe(1); // what is looked at is nearer
  });
});
