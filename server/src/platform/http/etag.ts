/** Whether the caller has this version already, by its `If-None-Match`. */
export const hasVersion = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
