import type { DatabaseSync } from 'node:sqlite'

/**
 * Searches belong to users by id. Until now they named them, and a name may be given to another user: a search whose
 * owner is no stored user any more belongs to nobody.
 */
export const searchOwners = {
  number: 3,
  apply(db: DatabaseSync): void {
    db.exec(`
      UPDATE document SET body = json_set(body, '$.owner_id', (
        SELECT user.id FROM document AS user
        WHERE user.collection = 'users' AND user.body ->> '$.username' = document.body ->> '$.owner'
      ))
      WHERE collection = 'searches';
    `)
  },
}
