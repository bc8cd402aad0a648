import type { FunctionDescriptor } from '@logyard/contract/pipelines/rule-functions'
import { Badge, Button, CloseButton, Group, Pagination, Text, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { PlainTable } from '../../../ui/data-table/plain-table.tsx'
import { FilterInput } from '../../../ui/form/filter-input.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { functionsQuery } from '../pipeline-queries.ts'
import { shortType, signatureOf } from '../source-editor/rule-signature.ts'
import classes from './rule-editor.module.css'

const PER_PAGE = 10

interface FunctionReferenceProps {
  readonly onInsert: ((text: string) => void) | undefined
}

/** Every function: signature, text, parameters, example. */
export function FunctionReference({ onInsert }: FunctionReferenceProps) {
  return (
    <Loaded query={useQuery(functionsQuery(useCall()))} lines={8}>
      {(functions) => <Functions functions={functions} onInsert={onInsert} />}
    </Loaded>
  )
}

interface FunctionsProps extends FunctionReferenceProps {
  readonly functions: readonly FunctionDescriptor[]
}

function Functions({ functions, onInsert }: FunctionsProps) {
  const t = useText()
  const [filter, setFilter] = useState('')
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<string>()
  const found = filterFunctions(functions, filter)
  const pages = Math.ceil(found.length / PER_PAGE)
  const search = (text: string) => {
    setFilter(text)
    setPage(1)
  }
  return (
    <>
      <FilterInput
        mb="xs"
        label={t('pipelines.reference.filter')}
        value={filter}
        onChange={search}
        rightSection={
          filter !== '' && (
            <CloseButton size="xs" aria-label={t('pipelines.reference.reset')} onClick={() => search('')} />
          )
        }
      />
      {found.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {t('pipelines.reference.none')}
        </Text>
      )}
      <ul className={classes['functions']} aria-label={t('pipelines.reference.functions')}>
        {found.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((one) => (
          <li key={one.name}>
            <FunctionEntry
              described={one}
              isOpen={open === one.name}
              onToggle={() => setOpen(open === one.name ? undefined : one.name)}
              onInsert={onInsert}
            />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <Pagination
          size="xs"
          mt="sm"
          total={pages}
          value={page}
          onChange={setPage}
          aria-label={t('ui.list.pages')}
          getControlProps={(control) => ({
            'aria-label': t(control === 'previous' ? 'ui.list.previous' : 'ui.list.next'),
          })}
        />
      )}
    </>
  )
}

/** Functions whose signature or text matches a regular expression; one that does not compile is taken as plain text. */
function filterFunctions(all: readonly FunctionDescriptor[], filter: string): readonly FunctionDescriptor[] {
  const typed = filter.trim()
  if (typed === '') return all
  const matches = matcherOf(typed)
  return all.filter((one) => matches(signatureOf(one)) || matches(one.description ?? ''))
}

function matcherOf(typed: string): (text: string) => boolean {
  try {
    const pattern = new RegExp(typed, 'i')
    return (text) => pattern.test(text)
  } catch {
    const words = typed.toLowerCase()
    return (text) => text.toLowerCase().includes(words)
  }
}

interface FunctionEntryProps {
  readonly described: FunctionDescriptor
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onInsert: ((text: string) => void) | undefined
}

function FunctionEntry({ described, isOpen, onToggle, onInsert }: FunctionEntryProps) {
  const t = useText()
  const id = useId()
  const { name, description, deprecated, params, example } = described
  return (
    <>
      <UnstyledButton
        className={classes['function'] ?? ''}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
      >
        <IconChevronRight size={13} aria-hidden />
        <span>
          <span className={classes['signature']} translate="no">
            {signatureOf(described)}
          </span>
          <span className={classes['text']} data-cut={!isOpen || undefined} translate="no">
            {description}
          </span>
        </span>
      </UnstyledButton>
      <div id={id} hidden={!isOpen} className={classes['details']}>
        {isOpen && (
          <>
            {deprecated !== null && (
              <Text size="xs" mb="xs">
                <Badge color="amber">{t('pipelines.reference.deprecated')}</Badge>{' '}
                <span translate="no">{deprecated}</span>
              </Text>
            )}
            {params.length > 0 && <Parameters described={described} />}
            {example.source !== '' && (
              <pre className={classes['example']} translate="no">
                {`${example.source}\n→ ${example.result}`}
              </pre>
            )}
            {onInsert !== undefined && (
              <Group>
                <Button
                  size="compact-xs"
                  variant="default"
                  leftSection={<IconPlus size={12} />}
                  aria-label={t('pipelines.reference.insertOf', { name })}
                  onClick={() => onInsert(callOf(described))}
                >
                  {t('pipelines.reference.insert')}
                </Button>
              </Group>
            )}
          </>
        )}
      </div>
    </>
  )
}

const callOf = ({ name, params }: FunctionDescriptor) =>
  `${name}(${params.flatMap(({ name: param, optional }) => (optional ? [] : [param])).join(', ')})`

function Parameters({ described: { name, params } }: { described: FunctionDescriptor }) {
  const t = useText()
  return (
    <div className={classes['params']}>
      <PlainTable
        label={t('pipelines.reference.params', { name })}
        rows={params}
        rowId={(param) => param.name}
        columns={[
          { header: t('pipelines.reference.param'), isData: true, cell: (param) => param.name },
          { header: t('pipelines.reference.type'), isData: true, cell: ({ type }) => shortType(type) },
          { header: t('pipelines.reference.required'), cell: ({ optional }) => t(optional ? 'ui.no' : 'ui.yes') },
          { header: t('pipelines.reference.description'), isData: true, cell: ({ description }) => description },
        ]}
      />
    </div>
  )
}
