/** The part of pg that the command line uses; it declares no types. */
declare module "pg" {
  class Client {
    constructor(options: { connectionString: string });
    connect(): Promise<void>;
    query(sql: string): Promise<{ rows: unknown[] }>;
    end(): Promise<void>;
  }
  const pg: { Client: typeof Client };
  export default pg;
}
