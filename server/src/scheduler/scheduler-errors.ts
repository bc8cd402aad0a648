import { LogyardError } from '../platform/errors.ts'

export const schedulerJobNotFound = (id: string) =>
  new LogyardError('not-found', 'scheduler-job-not-found', `The job <${id}> does not exist`)

export const tooManyJobs = (limit: number) =>
  new LogyardError('invalid', 'too-many-scheduler-jobs', `There are ${limit} jobs already, which is the limit`)

export const tooManyTriggers = (limit: number) =>
  new LogyardError('invalid', 'too-many-triggers', `The job has ${limit} triggers already, which is the limit`)

export const jobTaken = () =>
  new LogyardError('conflict', 'scheduler-job-taken', 'Another job of this type executes the same entity')

export const triggerTaken = () =>
  new LogyardError('conflict', 'recurring-trigger-taken', 'The job has a trigger that recurs already')
