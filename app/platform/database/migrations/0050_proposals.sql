-- expand
CREATE TABLE "proposal_rows" (
	"proposal_id" integer NOT NULL,
	"place" integer NOT NULL,
	"record_id" integer,
	"record_version" text,
	"values" jsonb NOT NULL,
	CONSTRAINT "proposal_rows_proposal_id_place_pk" PRIMARY KEY("proposal_id","place")
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "proposals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"version" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_by" integer,
	"token_name" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decision" text,
	"decided_at" timestamp with time zone,
	"decided_by" integer,
	"rejection" text,
	"import_id" integer,
	CONSTRAINT "proposals_kind_check" CHECK ("proposals"."kind" in ('condo', 'apartment', 'user')),
	CONSTRAINT "proposals_decision_check" CHECK ("proposals"."decision" in ('applied', 'rejected'))
);
--> statement-breakpoint
ALTER TABLE "bulk_imports" ADD COLUMN "proposed_by" integer;--> statement-breakpoint
ALTER TABLE "bulk_imports" ADD COLUMN "proposed_token" text;--> statement-breakpoint
ALTER TABLE "proposal_rows" ADD CONSTRAINT "proposal_rows_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_import_id_bulk_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."bulk_imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proposal_rows_record_id_idx" ON "proposal_rows" USING btree ("record_id");--> statement-breakpoint
CREATE INDEX "proposals_created_by_idx" ON "proposals" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "proposals_created_at_idx" ON "proposals" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "bulk_imports" ADD CONSTRAINT "bulk_imports_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- Written by hand, as in 0045.
CREATE OR REPLACE TRIGGER require_schema_version BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "proposals"
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION require_schema_version();--> statement-breakpoint
CREATE OR REPLACE TRIGGER require_schema_version BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "proposal_rows"
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION require_schema_version();
