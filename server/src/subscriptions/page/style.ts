/** The panel's own colours, light first; text contrast is at least 4.5:1 in both themes. */
export const style = `
:root{color-scheme:light dark;--ground:#f1f5f6;--card:#fff;--line:#d9e2e4;--text:#13242a;--soft:#4c6067;--water:#0b6c78;--on-water:#fff;--tint:#e4f6f7;--bad:#b3261e;--warn:#8a5300;--track:#dde6e8}
@media (prefers-color-scheme:dark){:root{--ground:#0d1518;--card:#17242a;--line:#2a3b41;--text:#dce7ea;--soft:#a3b7bd;--water:#6fc8d2;--on-water:#06282d;--tint:#1b3137;--bad:#ff9a92;--warn:#f0b45e;--track:#2a3b41}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,Vazirmatn,"Noto Sans","Noto Sans Arabic","Helvetica Neue",Arial,system-ui,sans-serif}
main{max-width:30rem;margin:0 auto;padding:1.25rem 1rem 2rem;display:grid;gap:.875rem}
h1{font-size:1.375rem;line-height:1.25;margin:0;overflow-wrap:anywhere}
h2{font-size:1.0625rem;margin:0}
p{margin:0}
header{display:flex;align-items:center;justify-content:space-between;gap:.75rem}
header p,.soft{color:var(--soft);font-size:.875rem;overflow-wrap:anywhere}
.pill{flex:none;border-radius:99rem;padding:.125rem .75rem;font-size:.875rem;font-weight:600;background:var(--tint);color:var(--water)}
.pill.bad{background:none;border:1px solid;color:var(--bad)}
.card{background:var(--card);border:1px solid var(--line);border-radius:.875rem;padding:1.125rem;display:grid;gap:.875rem;min-width:0}
.note{white-space:pre-line;overflow-wrap:anywhere}
.usage{grid-template-columns:7.5rem 1fr;align-items:center;gap:1.125rem}
.ring{width:100%;display:block}
.ring .track{stroke:var(--track)}
.ring .part{stroke:var(--water)}
.ring .part.warn{stroke:var(--warn)}
.ring .part.bad{stroke:var(--bad)}
.ring text{fill:var(--text);font-size:20px;font-weight:700;text-anchor:middle}
.big{font-size:1.25rem;font-weight:700;line-height:1.3}
dl{grid-column:1/-1;display:grid;grid-template-columns:1fr 1fr;gap:.75rem;margin:0;border-top:1px solid var(--line);padding-top:.875rem}
dt{color:var(--soft);font-size:.8125rem}
dl>:nth-child(n+3){grid-column:1/-1}
dd{margin:0;font-weight:600;font-size:.9375rem;overflow-wrap:anywhere}
dd p{font-weight:400}
.dot{display:inline-block;width:.5rem;height:.5rem;border-radius:50%;background:currentColor;margin-inline-end:.375rem}
.on{color:var(--water)}
a.open{display:block;text-align:center;background:var(--water);color:var(--on-water);border-radius:.75rem;padding:.875rem 1rem;font-size:1.125rem;font-weight:700;text-decoration:none}
.list.apps>li{display:flex;align-items:center;gap:.5rem;padding-block:.5rem}
.apps span{flex:1;font-weight:600}
.tabs{display:flex;flex-wrap:wrap;gap:.375rem}
.tabs a{padding:.375rem .75rem;border-radius:99rem;border:1px solid var(--line);color:var(--soft);font-size:.875rem;font-weight:600;text-decoration:none}
.tabs a[aria-current]{background:var(--tint);color:var(--water);border-color:var(--water)}
.install a{color:var(--water);font-weight:600}
.logo{width:2.75rem;height:2.75rem;object-fit:contain;border-radius:.625rem;flex:none}
.who{display:flex;align-items:center;gap:.75rem;min-width:0}
.days{grid-column:1/-1;display:grid;gap:.5rem}
.bars{width:100%;height:4rem;fill:var(--water)}
progress{width:100%;height:.5rem;accent-color:var(--water)}
.alert{color:var(--bad);font-size:.875rem;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse;font-size:.875rem}
td{padding:.25rem 0;border-top:1px solid var(--line)}
td:first-child{overflow-wrap:anywhere}
td+td{text-align:end;font-weight:600}
.apps a,.save,button{display:inline-flex;align-items:center;min-height:2.5rem;padding:0 .875rem;border:1px solid var(--line);border-radius:.625rem;background:none;color:var(--water);font:inherit;font-size:.9375rem;font-weight:600;text-decoration:none;cursor:pointer}
button[hidden]{display:none}
.save~details .qr{width:min(100%,20rem)}
.save{justify-content:space-between;gap:.5rem;border-color:var(--water)}
a:focus-visible,button:focus-visible,summary:focus-visible{outline:3px solid var(--water);outline-offset:2px}
.row{display:flex;align-items:center;gap:.5rem;min-width:0}
.row>code{flex:1;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;user-select:all;-webkit-user-select:all;direction:ltr;background:var(--ground);border-radius:.5rem;padding:.5rem .625rem;font-size:.8125rem}
summary{cursor:pointer;font-weight:600;min-height:2.5rem;display:flex;align-items:center;gap:.5rem;color:var(--water);font-size:.9375rem}
summary::before{content:"";width:.4375rem;height:.4375rem;border:solid;border-width:0 2px 2px 0;transform:rotate(45deg);flex:none;margin-block-start:-.25rem}
details[open]>summary::before{transform:rotate(225deg);margin-block-start:.25rem}
.qr{display:block;width:min(100%,17rem);margin:.25rem auto;background:#fff;border-radius:.625rem;aspect-ratio:1}
.list{list-style:none;margin:0;padding:0;display:grid}
.list>li{padding-block:.75rem;border-top:1px solid var(--line);display:grid;gap:.375rem;min-width:0}
.list>li:first-child{border-top:0;padding-block-start:0}
.list>li:last-child{padding-block-end:0}
.name{display:flex;justify-content:space-between;gap:.5rem;font-weight:600;overflow-wrap:anywhere}
.name span{flex:none}
footer{text-align:center;display:grid;gap:.5rem;justify-items:center}
footer>a{color:var(--water);font-weight:600;display:inline-block;padding:.5rem}
@media (max-width:23rem){.usage{grid-template-columns:6rem 1fr;gap:.875rem}}
`
  .trim()
  .replace(/\n/g, '')
