ALTER TABLE "condos" RENAME COLUMN "city_key" TO "city_search";--> statement-breakpoint
ALTER TABLE "condos" RENAME COLUMN "state_key" TO "state_search";--> statement-breakpoint
ALTER TABLE "condos" RENAME COLUMN "zip_code_key" TO "zip_code_search";--> statement-breakpoint
ALTER TABLE "condos" RENAME COLUMN "country_key" TO "country_search";--> statement-breakpoint
ALTER INDEX "users_email_key" RENAME TO "users_email_unique";--> statement-breakpoint
ALTER INDEX "apartments_number_key" RENAME TO "apartments_number_unique";--> statement-breakpoint
ALTER INDEX "invitations_pending_key" RENAME TO "invitations_pending_unique";--> statement-breakpoint
ALTER INDEX "bulk_imports_key" RENAME TO "bulk_imports_idempotency_key_unique";--> statement-breakpoint
ALTER TABLE "apartments" RENAME CONSTRAINT "apartments_condo_id_id_key" TO "apartments_condo_id_id_unique";--> statement-breakpoint
ALTER TABLE "user_condo_associations" RENAME CONSTRAINT "associations_key" TO "associations_unique";--> statement-breakpoint
ALTER TABLE "bulk_runs" RENAME COLUMN "key" TO "idempotency_key";--> statement-breakpoint
ALTER TABLE "bulk_runs" RENAME CONSTRAINT "bulk_runs_user_id_key_pk" TO "bulk_runs_user_id_idempotency_key_pk";--> statement-breakpoint
ALTER TABLE "unused_pictures" RENAME TO "orphaned_images";--> statement-breakpoint
ALTER TABLE "orphaned_images" RENAME CONSTRAINT "unused_pictures_pkey" TO "orphaned_images_pkey";--> statement-breakpoint
ALTER INDEX "unused_pictures_due_at_idx" RENAME TO "orphaned_images_due_at_idx";
