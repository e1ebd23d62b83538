-- expand
CREATE TABLE "erased_identities" (
	"name_hash" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- Written by hand, as in 0027 and 0032.
CREATE OR REPLACE TRIGGER require_schema_version BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "erased_identities"
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION require_schema_version();
