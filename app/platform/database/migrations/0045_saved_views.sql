-- expand
CREATE TABLE "saved_views" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"name" text NOT NULL,
	"path" text NOT NULL,
	"search" text NOT NULL,
	"is_starred" boolean NOT NULL,
	"is_shared" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_reachable_check" CHECK ("saved_views"."user_id" is not null or "saved_views"."is_shared")
);
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name_unique" ON "saved_views" USING btree ("user_id","path",lower("name"));--> statement-breakpoint
-- Written by hand, as in 0035.
CREATE OR REPLACE TRIGGER require_schema_version BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "saved_views"
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION require_schema_version();
