-- stop
-- The release before could not list an import of the new type.
ALTER TABLE "bulk_imports" DROP CONSTRAINT "bulk_imports_type_check";--> statement-breakpoint
ALTER TABLE "bulk_imports" ADD CONSTRAINT "bulk_imports_type_check" CHECK ("bulk_imports"."type" in ('condo', 'apartment', 'user_invite', 'tenancy'));