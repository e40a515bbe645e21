// Parts of ROS 2 messages (geometry_msgs), as the official readers decode them.

export interface Vector {
  x: number;
  y: number;
  z: number;
}

export interface Quaternion extends Vector {
  w: number;
}
