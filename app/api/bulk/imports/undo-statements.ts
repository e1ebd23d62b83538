import { sql, type SQL } from 'drizzle-orm';
import type { BulkType } from '~/contract/bulk';

/** The statements that undo an import of one type; `ids` is a list of records. */
interface UndoStatements {
  lock: (ids: SQL) => SQL;
  /**
   * The records that still exist: id, name, `reason` (what has changed since the import; null: nothing) and `removable`
   * (false: people depend on it).
   */
  state: (ids: SQL) => SQL;
  /** Deletes the records of `ids` with what belongs to them. */
  remove: (ids: SQL) => SQL;
}

/** An import writes one time to both columns; any change since then another one to updated_at. */
const CHANGED = 'It was changed after the import';

export const UNDO_STATEMENTS: Readonly<Record<BulkType, UndoStatements>> = {
  condo: {
    lock: (ids) => sql`select id from condos where id = any(${ids}) order by id for update`,
    state: (ids) => sql`
      select id, name, not has_users as removable,
             case when has_users then 'Users are associated with it'
                  when has_apartments then 'It now has apartments'
                  when has_invitations then 'It now has invitations'
                  when has_images then 'It now has images'
                  when is_changed then ${CHANGED}
             end as reason
        from (select id, name, updated_at <> created_at as is_changed,
                     num_nonnulls(image_name, flag_name, country_flag_name) > 0 as has_images,
                     exists (select from user_condo_associations u where u.condo_id = c.id) as has_users,
                     exists (select from apartments a where a.condo_id = c.id) as has_apartments,
                     exists (select from invitations i where i.condo_id = c.id) as has_invitations
                from condos c where id = any(${ids})) t`,
    remove: (ids) => sql`
      delete from condos where id = any(${ids})`,
  },
  apartment: {
    lock: (ids) => sql`select id from apartments where id = any(${ids}) order by id for update`,
    state: (ids) => sql`
      select id, name, not has_users as removable,
             case when has_users then 'Users are associated with it'
                  when has_invitations then 'It now has invitations'
                  when is_changed then ${CHANGED}
             end as reason
        from (select a.id, a.apartment_number || ', ' || c.name as name,
                     a.updated_at <> a.created_at as is_changed,
                     exists (select from user_condo_associations u
                              where u.condo_id = a.condo_id and u.apartment_id = a.id) as has_users,
                     exists (select from invitations i
                              where i.condo_id = a.condo_id and i.apartment_id = a.id) as has_invitations
                from apartments a join condos c on c.id = a.condo_id
               where a.id = any(${ids})) t`,
    remove: (ids) => sql`
      delete from apartments where id = any(${ids})`,
  },
  user_invite: {
    lock: (ids) => sql`select id from invitations where id = any(${ids}) order by id for update`,
    state: (ids) => sql`
      select id, email as name, status = 'pending' as removable,
             case when status <> 'pending' then 'The invitation was accepted'
                  when last_sent_at <> created_at then 'It was sent again after the import'
             end as reason
        from invitations where id = any(${ids})`,
    remove: (ids) => sql`
      delete from invitations where id = any(${ids})`,
  },
};
