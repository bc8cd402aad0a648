import { Alert, Anchor, List } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { blockOf, type DraftErrors } from '../model/block.ts'

/** Everything that keeps the definition from being saved, with a way to its place. */
export function ErrorLinks({ errors }: { readonly errors: DraftErrors }) {
  const t = useText()
  const found = Object.entries(errors)
  if (found.length === 0) return null
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle />} title={t('definitions.errors.title')}>
      <List size="sm">
        {found.map(([key, text]) => (
          <List.Item key={key}>
            <Anchor component="button" type="button" size="sm" onClick={(event) => show(event, key)}>
              {t(`definitions.block.${blockOf(key)}`)}
            </Anchor>
            : {text}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** Moves the focus to the field with the error, or to the first one of its block. */
function show({ currentTarget }: MouseEvent<HTMLButtonElement>, key: string): void {
  const block = currentTarget.form?.querySelector<HTMLElement>(`[data-block="${blockOf(key)}"]`)
  const named = block?.querySelector<HTMLElement>(`[data-field="${key}"]`)
  const place = named ?? block?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? block
  place?.focus({ preventScroll: true })
  place?.scrollIntoView({ block: 'center' })
}
