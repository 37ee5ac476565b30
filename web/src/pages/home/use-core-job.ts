import { useEffect, useRef } from 'react'
import type { CoreJob } from '#contract/core-preflight.ts'
import { endpoints, keyOf, useCall, useReply } from '../../api/endpoints.ts'
import { useApp } from '../../services.tsx'

const WHILE_RUNNING_MS = 1_000
/** Somebody else may start one. */
const OTHERWISE_MS = 5_000

export const isRunning = (job: CoreJob | null | undefined): boolean => job?.state === 'running'

/** The core's job as the panel has it, whoever started it; `onInstalled` is called when an install ends that was seen to run. */
export function useCoreJob(onInstalled: (job: CoreJob) => void) {
  const query = useReply(endpoints.core.job, {
    staleTime: 0,
    retry: true,
    retryDelay: WHILE_RUNNING_MS,
    refetchInterval: ({ state: { data } }) => (isRunning(data) ? WHILE_RUNNING_MS : OTHERWISE_MS),
  })
  const job = query.data
  const seen = useRef('')
  useEffect(() => {
    if (!job) return
    const hasEnded = seen.current === job.id && job.state !== 'running'
    seen.current = job.state === 'running' ? job.id : ''
    if (hasEnded && job.what === 'install' && job.state === 'done') onInstalled(job)
  }, [job, onInstalled])
  return query
}

/** Starting a job. Its state is shown at once; if the answer is lost, the panel is asked for it. */
export function useStartCoreJob() {
  const { queries } = useApp()
  const queryKey = keyOf(endpoints.core.job)
  const show = {
    onSuccess: (job: CoreJob) => queries.setQueryData(queryKey, job),
    onError: () => queries.invalidateQueries({ queryKey }),
  }
  return {
    trial: useCall(endpoints.core.startJob, show),
    mirror: useCall(endpoints.core.startMirror, show),
  }
}
