import type { DatabaseSync } from 'node:sqlite'

/** Long texts are a form of their own. Which fields have some was not noted before, so each field of texts may have them. */
export const longTexts = {
  number: 5,
  apply(db: DatabaseSync): void {
    db.exec(`
      UPDATE document SET body = json_set(body, '$.forms', (body ->> '$.forms') | 2048)
      WHERE collection = 'message_fields' AND (body ->> '$.forms') & 3 <> 0;
    `)
  },
}
