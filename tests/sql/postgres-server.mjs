// A separate PostgreSQL of the test: in a temporary folder, on a private local socket.
import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

const versions = "/usr/lib/postgresql";

/** The folder in which Debian has the programs of the newest version. */
function programs() {
  const found = existsSync(versions) ? readdirSync(versions).sort((a, b) => a - b) : [];
  if (found.length === 0)
    throw new Error(
      "cannot start PostgreSQL: it is not there; install the Debian package postgresql",
    );
  return join(versions, found.at(-1), "bin");
}

/** The user of the server process: root is not allowed, and Debian's package has a user for it. */
function owner() {
  if (process.getuid() !== 0) return {};
  const number = (option) => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));
  return { uid: number("-u"), gid: number("-g") };
}

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * @returns {Promise<{ address: object, pid: number, connect: (settings?: string) => Promise<pg.Client>, stop: () => Promise<void> }>}
 *   `settings` of a connection, in the form of the server's command line
 */
export async function startPostgres() {
  const bin = programs();
  const as = owner();
  const folder = mkdtempSync(join(tmpdir(), "logstar-postgres-"));
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid);
  const data = join(folder, "data");
  const quietly = { ...as, cwd: folder, stdio: "ignore" };
  const initial = ["-D", data, "-U", "test", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"];
  execFileSync(join(bin, "initdb"), initial, quietly);
  const never = ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "listen_addresses="];
  const server = spawn(join(bin, "postgres"), ["-D", data, "-k", folder, ...never], quietly);
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const clients = [];
  const stop = async () => {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
    server.kill("SIGINT"); // cancels running queries and ends
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const address = { host: folder, user: "test", database: "postgres" };
  const connect = async (options) => {
    const client = new pg.Client({ ...address, options });
    await client.connect();
    clients.push(client);
    return client;
  };
  for (let tries = 0; ; ++tries) {
    try {
      await connect();
      return { address, connect, stop, pid: server.pid };
    } catch (error) {
      if (tries === 200 || server.exitCode !== null) {
        await stop();
        throw error;
      }
      await wait(50);
    }
  }
}
