import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { Fragment } from 'react'
import { AppLink } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'

/** The titles of pipelines, with links to them. */
export const PipelineLinks = ({ pipelines }: { pipelines: readonly PipelineSource[] }) =>
  pipelines.map(({ id, title }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <AppLink to={routes.pipelines.show(id ?? '')}>
        <span translate="no">{title}</span>
      </AppLink>
    </Fragment>
  ))
