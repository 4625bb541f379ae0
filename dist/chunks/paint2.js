const{styleText:e}=process.getBuiltinModule(`node:util`),t={allow:`green`,confirm:`yellow`,block:`red`};function n(n){let r=t=>r=>n?e(t,r,{validateStream:!1}):r;return{bold:r(`bold`),dim:r(`dim`),good:r(`green`),bad:r(`red`),decision:(e,n=e)=>r(t[e])(n)}}function r(e){return e.split(`
`).map(e=>i(e,e.length)).join(`
`)}function i(e,t=300){return(e.length>t?`${e.slice(0,t)}\u2026`:e).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,e=>e===`
`?`\\n`:`\\u{${e.codePointAt(0)?.toString(16)}}`)}export{i as n,r,n as t};