import type { FileProblem } from '@logyard/languages/configuration-text/read-entity-files'
import { Alert, List } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'

const SHOWN = 20

export function FileProblems({ problems }: { problems: readonly FileProblem[] }) {
  const t = useText()
  if (problems.length === 0) return null
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle />}
      title={t('contentPacks.configuration.problems', { count: problems.length })}
    >
      <List size="sm">
        {problems.slice(0, SHOWN).map(({ file, kind, detail }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file may have the same problem twice
          <List.Item key={index}>
            <span translate="no">{file}</span>:{' '}
            {kind === 'syntax' ? (
              <span translate="no">{detail}</span>
            ) : (
              t('contentPacks.configuration.problem.noEntity')
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
