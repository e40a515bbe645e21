import { spawn } from "node:child_process"; import WebSocket from "ws";
const s = process.argv[2];
const run = spawn("/work/main/build/tether", ["run", s, "--serve", "127.0.0.1:0", "--out", "/tmp/wt/w_out", "--set", "realtime.priority=0"]);
let t=""; run.stdout.on("data",d=>t+=d); run.stderr.on("data",d=>t+=d);
let a; for(let i=0;i<100&&!a;i++){await new Promise(r=>setTimeout(r,100)); a=/http:\/\/([\d.]+:\d+)\//.exec(t)?.[1];}
const w=new WebSocket(`ws://${a}/`,["tether.v1"]);
w.on("message",(d,bin)=>{ if(bin) return; const m=JSON.parse(d); if(m.say!=="session") return;
 for (const k of ["leader","follower"]) { const x=m[k]; console.log(k,x.robot,JSON.stringify(x.base),JSON.stringify(x.joints.slice(0,3)));
  for (const g of x.scene.geoms.filter(g=>g.type==="plane"||g.body===0)) console.log("  ",g.name,g.type,g.size,g.position,g.rgba);
  console.log("  bodies",x.scene.bodies.map(b=>b.name+":"+b.joints.map(j=>j.type)).join(" "), "geoms", x.scene.geoms.length, "faces", x.scene.meshes.map(m=>m.faces.length/3).join());}
 console.log(JSON.stringify(m.workspace), JSON.stringify(m.values).slice(0,300), d.length, "bytes");
 w.close(); run.kill("SIGINT"); });
