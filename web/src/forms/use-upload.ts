import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { EndpointSpec } from '#contract/wire.ts'
import { fetchWithProgress } from '../api/fetch-with-progress.ts'
import type { Remote, Reply } from '../api/remote.ts'
import { useServices } from '../services.tsx'

/** Sends a form with files; `share` is how much of it was sent. */
export function useUpload<E extends EndpointSpec>(remote: Remote<E>, onDone: (reply: Reply<E>) => void) {
  const { api } = useServices()
  const [share, setShare] = useState(0)
  const stop = useRef<AbortController>(undefined)
  const sending = useMutation({
    mutationFn: (body: FormData) => {
      setShare(0)
      stop.current = new AbortController()
      return api.ask(remote, { body }, stop.current.signal, fetchWithProgress(setShare))
    },
    onSuccess: onDone,
  })
  const cancelled = stop.current?.signal.aborted ?? false
  return {
    send: sending.mutate,
    busy: sending.isPending,
    share,
    error: cancelled ? null : sending.error,
    cancel: () => stop.current?.abort(),
  }
}
