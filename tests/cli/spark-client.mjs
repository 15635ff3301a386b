// A client for `--spark-client` of tests: no Spark. It answers as the dialect says until a query that it does not know.
import { spark } from "../../dist/sql/spark.js";

/** As Spark states the columns of the tests' table. */
const columns = { person: "string", v: "bigint" };

export async function connectSpark(address) {
  if (address !== "localhost:15002") throw new Error(`nobody listens at ${address}`);
  return {
    run: async (sql) => {
      if (sql === spark.probe) return [spark.probed];
      if (sql.startsWith("DESCRIBE QUERY")) {
        return Object.entries(columns).map(([col_name, data_type]) => ({ col_name, data_type }));
      }
      if (sql.includes("typeof(")) {
        return [
          Object.fromEntries(Object.values(columns).map((type, place) => [`type${place}`, type])),
        ];
      }
      throw new Error("the value 'Jane Doe' is wrong");
    },
    stop: async () => console.error("stopped"),
  };
}
