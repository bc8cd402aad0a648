import type { DatabaseSync } from 'node:sqlite'

/**
 * Searches refer to their owners by user id. Previously they used names, which another user may get later: a search
 * whose owner is no longer a stored user gets no owner.
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
