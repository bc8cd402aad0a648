import { Stack, Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { PatternText } from '../../parsing/pattern-text/pattern-text.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import classes from './grok-patterns.module.css'
import { type ImportPreview, isError } from './import-preview.ts'

interface ImportLinesProps {
  readonly preview: ImportPreview
  readonly isReplacing: boolean
  /** How many patterns exist. */
  readonly stored: number
}

/** With more lines than this, only those with errors and the first ones are listed. */
const MAX_LINES = 200

/** Every line of the file with what becomes of it; errors first. */
export function ImportLines({ preview, isReplacing, stored }: ImportLinesProps) {
  const t = useText()
  const { lines, count } = preview
  const errors = lines.filter(({ state }) => isError(state))
  const skipped = lines.length - count
  const shown = [...errors, ...lines.filter(({ state }) => !isError(state))].slice(0, MAX_LINES)
  return (
    <Stack gap={6}>
      <Text size="sm" role="status">
        {errors.length > 0 ? t('grok.import.errors', { count: errors.length }) : t('grok.import.count', { count })}
        {skipped > 0 && ` ${t('grok.import.skipped', { count: skipped })}`}
        {isReplacing && errors.length === 0 && ` ${t('grok.import.replaces', { count: stored })}`}
      </Text>
      <ul className={classes['preview']} aria-label={t('grok.import.preview')} tabIndex={-1}>
        {shown.map(({ line, name, text, state }) => (
          <li key={line} data-state={isError(state) ? 'error' : state.kind}>
            <span className={classes['number']}>{line}</span>
            <span className={classes['state']}>{t(`grok.import.state.${state.kind}`)}</span>
            <span className={classes['definition']}>
              {name !== undefined && (
                <code className={classes['name']} translate="no">
                  {name}
                </code>
              )}
              <PatternText pattern={text} />
              {state.kind === 'invalid' && (
                <Text size="xs" c="var(--mantine-color-error)" className={classes['reason'] ?? ''} translate="no">
                  {state.reason}
                </Text>
              )}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < lines.length && (
        <Dimmed size="xs">{t('grok.import.more', { count: lines.length - shown.length })}</Dimmed>
      )}
    </Stack>
  )
}
