// A Spark Connect server of the tests, from Java and Maven alone, on loopback: `node tests/spark/server.mjs` installs it
// and its client in build/spark.
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root, runQuietly, say } from "../../scripts/shell.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
export const folder = join(root, "build/spark");
const version = "4.2.0";
const jars = join(folder, `jars-${version}`);
const protos = join(folder, `proto-${version}`);

const project = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>logstar</groupId><artifactId>spark</artifactId><version>1</version>
  <dependencies>${["sql", "connect"]
    .map(
      (part) =>
        `<dependency><groupId>org.apache.spark</groupId><artifactId>spark-${part}_2.13</artifactId><version>${version}</version></dependency>`,
    )
    .join("")}</dependencies>
</project>
`;

/** Installs the server's archives, its .proto files and the client's packages, once. */
export function installSpark() {
  mkdirSync(folder, { recursive: true });
  const lock = readFileSync(join(here, "package-lock.json"), "utf8");
  const installed = join(folder, "node_modules/.installed-lock.json");
  if (!existsSync(installed) || readFileSync(installed, "utf8") !== lock) {
    for (const file of ["package.json", "package-lock.json", ".npmrc"])
      cpSync(join(here, file), join(folder, file));
    runQuietly("npm", ["ci", "--ignore-scripts"], { cwd: folder });
    writeFileSync(installed, lock);
  }
  if (existsSync(jars)) return;
  say("Installing Spark by Maven");
  writeFileSync(join(folder, "pom.xml"), project);
  const [part, local] = [join(folder, "jars-part"), join(folder, "maven")];
  const copying = ["-B", "-ntp", "-q", "dependency:copy-dependencies", "-DincludeScope=runtime"];
  runQuietly("mvn", [...copying, `-DoutputDirectory=${part}`, `-Dmaven.repo.local=${local}`], {
    cwd: folder,
  });
  rmSync(local, { recursive: true }); // the archives were copied
  mkdirSync(protos, { recursive: true });
  runQuietly("jar", ["xf", join(part, `spark-connect_2.13-${version}.jar`), "spark/connect"], {
    cwd: protos,
  });
  renameSync(part, jars);
}

/** The packages of Java that Spark reaches into. */
const opened = [
  ...["java.lang", "java.lang.invoke", "java.lang.reflect", "java.io", "java.net", "java.nio"],
  ...["java.util", "java.util.concurrent", "java.util.concurrent.atomic", "jdk.internal.ref"],
  ...["sun.nio.ch", "sun.nio.cs", "sun.security.action", "sun.util.calendar"],
].map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`);

/** A port that nothing listens on. */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const listens = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Starts the server.
 * @param {{ memory?: string, cores?: number, isForFewRows?: boolean }} options `isForFewRows`: compiles quickly what
 *   then runs slower, as most of the time of a query about few rows is the compiler's
 * @returns {Promise<{ address: string, folders: object, pid: number, stop: () => Promise<void> }>}
 */
export async function startSpark({ memory = "2g", cores = 2, isForFewRows = false } = {}) {
  installSpark();
  const port = await freePort();
  const work = join(folder, `work-${port}`);
  mkdirSync(work);
  const settings = {
    master: `local[${cores}]`,
    "app.name": "logstar",
    "driver.host": "127.0.0.1",
    "driver.bindAddress": "127.0.0.1",
    "ui.enabled": "false",
    "connect.grpc.binding.address": "127.0.0.1",
    "connect.grpc.binding.port": port,
    "local.dir": work,
    "sql.warehouse.dir": join(work, "warehouse"),
    "sql.catalogImplementation": "in-memory",
    "sql.shuffle.partitions": 2,
  };
  const args = [
    ...(isForFewRows ? ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"] : []),
    ...[`-Xmx${memory}`, "-XX:-UsePerfData", "-XX:+IgnoreUnrecognizedVMOptions", ...opened],
    ...[
      "-Dio.netty.tryReflectionSetAccessible=true",
      "-Duser.timezone=UTC",
      "-Dfile.encoding=UTF-8",
    ],
    ...Object.entries(settings).map(([name, value]) => `-Dspark.${name}=${value}`),
    ...["-cp", join(jars, "*"), "org.apache.spark.sql.connect.service.SparkConnectServer"],
  ];
  const log = openSync(join(work, "log"), "w");
  const env = { ...process.env, SPARK_LOCAL_IP: "127.0.0.1", SPARK_LOCAL_HOSTNAME: "localhost" };
  const server = spawn("java", args, { cwd: work, stdio: ["ignore", log, log], env });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const stop = async () => {
    server.kill();
    await ended;
    rmSync(work, { recursive: true, force: true });
  };
  for (let tries = 0; !(await listens(port)); ++tries) {
    if (tries === 480 || server.exitCode !== null) {
      const told = readFileSync(join(work, "log"), "utf8").slice(-2000);
      await stop();
      throw new Error(`cannot start Spark: it did not listen; its log ends with ${told}`);
    }
    await wait(250);
  }
  return {
    address: `127.0.0.1:${port}`,
    folders: { packages: folder, protos },
    pid: server.pid,
    stop,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) installSpark();
