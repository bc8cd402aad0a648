import { SQL_NOTES } from '@logyard/languages/widget-sql/widget-sql'
import { Alert, List } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'

interface SqlNotesProps {
  /** Separated by commas, as in the address. */
  readonly notes: string
  /** Without it the widget has no statement, and the notes say why. */
  readonly hasStatement: boolean
}

/** Where the statement of a widget differs from it. */
export function SqlNotes({ notes, hasStatement }: SqlNotesProps) {
  const t = useText()
  const known = SQL_NOTES.filter((note) => notes.split(',').includes(note))
  if (known.length === 0) return null
  return (
    <Alert
      role="note"
      color={hasStatement ? 'gray' : 'amber'}
      icon={<IconInfoCircle />}
      title={t(hasStatement ? 'searchTools.sql.notes' : 'searchTools.sql.notes.none')}
    >
      <List size="sm">
        {known.map((note) => (
          <List.Item key={note}>{t(`searchTools.sql.note.${note}`)}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
