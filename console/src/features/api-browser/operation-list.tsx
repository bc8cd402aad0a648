import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { FilterInput } from '../../ui/form/filter-input.tsx'
import classes from './api-browser.module.css'
import { MethodBadge } from './method-badge.tsx'
import type { ApiOperation } from './openapi.ts'

interface OperationListProps {
  readonly operations: readonly ApiOperation[]
  readonly chosenId: string | undefined
  readonly onChoose: (id: string) => void
}

/** All operations by area, filtered by words in their path, name or summary. */
export function OperationList({ operations, chosenId, onChoose }: OperationListProps) {
  const t = useText()
  const [words, setWords] = useState('')
  const wanted = words.toLowerCase().split(/\s+/)
  const matching = operations.filter(({ method, path, id, summary }) => {
    const text = `${method} ${path} ${id} ${summary}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
  return (
    <>
      <FilterInput
        label={t('apiBrowser.filter')}
        leftSection={<IconSearch size={14} />}
        value={words}
        onChange={setWords}
      />
      {[...Map.groupBy(matching, (operation) => operation.area)].map(([area, members]) => (
        <section key={area} aria-label={area}>
          <h2 className={classes['area']} translate="no">
            {area}
          </h2>
          <ul>
            {members.map((operation) => (
              <li key={operation.id}>
                <a
                  href={`#${encodeURIComponent(operation.id)}`}
                  className={classes['operation']}
                  aria-current={operation.id === chosenId || undefined}
                  title={operation.summary}
                  onClick={() => onChoose(operation.id)}
                  translate="no"
                >
                  <MethodBadge method={operation.method} />
                  <span>{operation.path}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {matching.length === 0 && <Dimmed>{t('apiBrowser.noMatch')}</Dimmed>}
    </>
  )
}
