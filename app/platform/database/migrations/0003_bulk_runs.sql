CREATE TABLE "bulk_runs" (
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"hash" text NOT NULL,
	"claim" uuid NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"outcome" jsonb,
	"cancel_requested" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bulk_runs_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD CONSTRAINT "bulk_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_runs_claim_idx" ON "bulk_runs" USING btree ("claim");--> statement-breakpoint
CREATE INDEX "bulk_runs_updated_at_idx" ON "bulk_runs" USING btree ("updated_at");