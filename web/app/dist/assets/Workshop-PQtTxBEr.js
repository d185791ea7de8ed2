import{$ as e,B as t,G as n,H as r,K as i,M as a,N as o,Q as s,St as c,T as l,W as u,X as d,Y as f,Z as p,at as m,dt as h,et as g,ft as _,ht as v,lt as y,mt as b,n as x,nt as S,ot as C,q as w,r as T,s as E,u as D,ut as O,v as ee,vt as k,w as te,wt as A,x as ne,xt as re,z as j}from"./index-DfixssO_.js";import{t as M}from"./Board-Cy8e0JfM.js";import{a as N}from"./server-cLeNTJTR.js";import{n as P,r as F,t as ie}from"./editor-CvWO3Vg8.js";import{t as ae}from"./start-E9Ys4mUe.js";import{a as oe,c as I,d as se,f as L,i as ce,l as le,n as R,o as ue,s as de,u as fe}from"./Rulesheets-CFrcMuh4.js";var z=w(`<b class="bad swmjrh6"> </b>`),B=w(`<b class="good swmjrh6"> </b>`),V=w(`<span class="fair swmjrh6"> </span>`),H=w(`<!> <!>`,1),U=w(`<li class="swmjrh6"><button class="quiet swmjrh6"><span class="place soft swmjrh6"> </span> <span><b> </b> </span></button></li>`),W=w(`<ul class="swmjrh6"></ul>`),G=w(`<p class="small soft"> </p>`),K=w(`<div class="board swmjrh6"><!></div> <!>`,1),q=w(`<p class="soft"> </p>`),J=w(`<dt class="swmjrh6"> </dt> <dd class="swmjrh6"> </dd>`,1),Y=w(`<dt class="fair swmjrh6"> </dt>`),X=w(`<dl class="swmjrh6"><dt class="swmjrh6"> </dt> <dd class="swmjrh6"> </dd> <dt class="swmjrh6"> </dt> <dd class="swmjrh6"> <span class="mono"> </span></dd> <!></dl>`),Z=w(`<section class="panel"><p class="sum swmjrh6" role="status"><!></p> <!></section> <section><h2> </h2> <!> <!></section>`,1);function pe(e,i){c(i,!0);let f=k(()=>i.found?.problems.filter(e=>!e.warning).length??0),p=k(()=>(i.found?.problems.length??0)-g(f)),x=k(()=>i.found?.game),S=v(void 0);C(()=>{g(x)&&b(S,g(x).board)});var w=Z(),T=O(w),D=y(T),ee=y(D),te=e=>{var t=d();m(e=>u(t,e),[()=>R(`checking`)]),n(e,t)},ne=e=>{var t=H(),a=O(t),o=e=>{var t=z(),r=h(t,!0);m(e=>u(r,e),[()=>R(`errors`,{n:g(f)})]),n(e,t)},s=e=>{var t=z(),r=h(t,!0);m(e=>u(r,e),[()=>R(`refused`,{why:i.found.refused})]),n(e,t)},c=e=>{var t=B(),r=h(t,!0);m(e=>u(r,e),[()=>R(`fine`)]),n(e,t)};r(a,e=>{g(f)?e(o):i.found.refused?e(s,1):e(c,-1)});var l=_(a,2),d=e=>{var t=V(),r=h(t,!0);m(e=>u(r,e),[()=>R(`warnings`,{n:g(p)})]),n(e,t)};r(l,e=>{g(p)&&e(d)}),n(e,t)};r(ee,e=>{i.found?e(ne,-1):e(te)}),A(D);var N=_(D,2),P=e=>{var r=W();j(r,21,()=>i.found.problems,t,(e,t)=>{var r=U(),c=y(r),d=y(c),f=h(d),p=_(d,2),v=y(p),b=h(v),x=_(v);A(p),A(c),A(r),m((e,n)=>{l(c,`title`,e),u(f,`${g(t).line??``}:${g(t).column??``}`),a(v,1,o(g(t).warning?`fair`:`bad`),`swmjrh6`),u(b,`${n??``}:`),u(x,` ${g(t).message??``}`)},[()=>R(`at`,{line:g(t).line,column:g(t).column}),()=>g(t).warning?R(`warning`):R(`error`)]),s(`click`,c,()=>i.onproblem(g(t))),n(e,r)}),A(r),m(e=>l(r,`aria-label`,e),[()=>R(`problems`)]),n(e,r)};r(N,e=>{i.found?.problems.length&&e(P)}),A(T);var F=_(T,2);let ie;var ae=y(F),oe=h(ae,!0),I=_(ae,2),se=e=>{var t=K(),i=O(t),a=y(i);{let e=k(()=>R(`preview`));M(a,{get board(){return g(S)},get name(){return g(e)}})}A(i);var o=_(i,2),s=e=>{var t=G(),r=h(t,!0);m(e=>u(r,e),[()=>R(`noBoard`)]),n(e,t)};r(o,e=>{g(x)&&!g(x).drawn&&e(s)}),n(e,t)},L=e=>{var t=q(),r=h(t,!0);m(e=>u(r,e),[()=>R(`noPreview`)]),n(e,t)};r(I,e=>{g(S)?e(se):e(L,-1)});var ce=_(I,2),le=e=>{var t=X(),i=y(t),a=h(i,!0),o=_(i,2),s=h(o),c=_(o,2),l=h(c,!0),d=_(c,2),f=y(d),p=_(f),v=h(p);A(d);var b=_(d,2),S=e=>{var t=J(),r=O(t),i=h(r,!0),a=_(r,2),o=h(a,!0);m((e,t)=>{u(i,e),u(o,t)},[()=>R(`compiled`),()=>R(`size`,{facts:g(x).size.facts,nodes:g(x).size.nodes,ms:Math.max(1,Math.round(g(x).size.seconds*1e3))})]),n(e,t)},C=e=>{var t=Y(),r=h(t,!0);m(e=>u(r,e),[()=>R(`slow`,{why:g(x).slow??``})]),n(e,t)};r(b,e=>{g(x).size?e(S):e(C,-1)}),A(t),m((e,t,n,r,i,o,c,d)=>{u(a,e),u(s,`${t??``}${n??``}; ${r??``}${i??``}`),u(l,o),u(f,`${c??``}: `),u(v,`${d??``}${g(x).moves>g(x).first.length?` …`:``}`)},[()=>R(`players`),()=>g(x).roles.join(`, `),()=>g(x).chance?` ${R(`chance`)}`:``,()=>g(x).simultaneous?R(`together`):R(`inTurn`),()=>g(x).general_sum&&g(x).roles.length>1?`; ${R(`generalSum`)}`:``,()=>R(`first`),()=>E(g(x).moves),()=>g(x).first.join(` `)]),n(e,t)};r(ce,e=>{g(x)&&e(le)}),A(F),m(e=>{l(T,`aria-busy`,i.checking),ie=a(F,1,`panel swmjrh6`,null,ie,{old:!g(x)}),u(oe,e)},[()=>R(`preview`)]),n(e,w),re()}p([`click`]);var Q=new Set([`role`,`init`,`true`,`does`,`next`,`legal`,`goal`,`terminal`,`base`,`input`,`sees`,`distinct`,`not`,`or`,`and`,`<=`,`random`]);function me(e,t){if(e.eatSpace())return null;let n=e.next();if(n===`;`)return e.skipToEnd(),`comment`;if(n===`(`)return t.open.push(e.column()),t.head=!0,`paren`;if(n===`)`)return t.open.pop(),t.head=!1,`paren`;e.eatWhile(/[^\s();]/);let r=e.current().toLowerCase(),i=t.head;return t.head=!1,r.startsWith(`?`)?`variableName`:Q.has(r)?`keyword`:/^\d+$/.test(r)?`number`:i?`propertyName`:null}var he=F.define({name:`kif`,startState:()=>({open:[],head:!1}),copyState:e=>({open:[...e.open],head:e.head}),token:me,indent:(e,t)=>{let n=e.open.at(-1);return n===void 0?0:t.startsWith(`)`)?n:n+4},languageData:{commentTokens:{line:`;`},closeBrackets:{brackets:[`(`]},wordChars:`?<=-_+`}}),ge={support:new P(he),words:[...Q],extent:_e};function _e(e){if(!e.startsWith(`(`))return/^[^\s();]+/.exec(e)?.[0].length??0;let t=0,n=0;for(;n<e.length&&(e[n]===`(`&&t++,e[n]!==`)`||--t!==0);n++);return Math.min(n+1,e.trimEnd().length)}var ve=w(`<span><!> </span> <button type="button" class="danger s17v030q"> </button> <button type="button"> </button>`,1),ye=w(`<button type="button" class="quiet"> </button>`),be=w(`<p class="note row s17v030q" role="alert"><span> </span> <button class="danger s17v030q"> </button> <button> </button></p>`),xe=w(`<p class="note row s17v030q"> <button class="small"> </button></p>`),Se=w(`<p class="note bad s17v030q" role="alert"> </p>`),Ce=w(`<div class="workbench"><div class="write s17v030q"><div class="editor s17v030q"></div> <p class="small soft s17v030q"> </p></div> <div class="stack"><div class="row"><button class="primary"> </button> <button> </button> <button> </button></div> <p role="status"> </p> <!></div></div>`),we=w(`<div class="head s17v030q"><div><p class="small s17v030q"><a href="/rulesheets"> </a></p> <h1 class="s17v030q"> </h1></div> <form class="row"><label> </label> <input class="mono" maxlength="40" size="16" autocomplete="off" spellcheck="false"/> <button> </button> <!></form></div> <!> <!> <!> <!>`,1);function Te(t,o){let p=f();c(o,!0);let w=v(void 0),j=v(``),M=v(!1),P=v(``),F=v(``),z=v(!1),B=v(``),V=v(``),H=v(!1),U=v(0),W=v(void 0),G=v(void 0),K=v(!1),q=v(void 0),J,Y=new AbortController,X=k(()=>o.name?g(w)?.text??``:void 0),Z=k(()=>g(j)!==g(X)),Q=k(()=>se.test(g(B)));async function me(){try{o.name&&b(w,await L(o.name)),b(j,g(w)?.text??`; My game
; Take one, two or three of twelve sticks in turn; who takes the last one wins.

(role first)
(role second)

(init (sticks 12))
(init (control first))

(number 1) (number 2) (number 3)
(other first second) (other second first)

(<= (legal ?p (take ?n))
    (true (control ?p)) (number ?n)
    (true (sticks ?s)) (less ?n ?s ?rest))
(<= (legal ?p noop)
    (role ?p) (not (true (control ?p))))

(<= (next (sticks ?rest))
    (does ?p (take ?n)) (true (sticks ?s)) (less ?n ?s ?rest))
(<= (next (control ?q))
    (true (control ?p)) (other ?p ?q))

(<= terminal (true (sticks 0)))
(<= (goal ?p 100)
    (role ?p) (not (true (control ?p))))
(<= (goal ?p 0)
    (true (control ?p)))

; (less n s rest): from s sticks n can be taken, and rest are left.
(<= (less 1 ?s ?rest) (before ?rest ?s))
(<= (less 2 ?s ?rest) (before ?a ?s) (before ?rest ?a))
(<= (less 3 ?s ?rest) (before ?a ?s) (before ?b ?a) (before ?rest ?b))
(before 0 1) (before 1 2) (before 2 3) (before 3 4) (before 4 5) (before 5 6)
(before 6 7) (before 7 8) (before 8 9) (before 9 10) (before 10 11) (before 11 12)
`,!0);let e=oe(o.name);e!==void 0&&e!==g(j)&&(b(j,e,!0),b(z,!0)),b(B,g(w)?.comes?`my-${o.name}`.slice(0,40):o.name,!0),b(M,!0)}catch(e){b(P,N(e)??String(e),!0)}}me(),C(()=>{if(!g(M)||!g(q))return;let e=R(`editor`),t=S(()=>ie(g(q),ge,g(j),e,he,()=>void ke()));return J=t,()=>{J=void 0,t.destroy()}}),C(()=>()=>Y.abort());function he(e){b(j,e,!0),b(F,``),b(W,void 0),I(o.name,e===g(X)?void 0:e)}let _e=!1;C(()=>{if(!g(M))return;let e=g(j);D.language;let t=new AbortController,n=setTimeout(async()=>{b(K,!0);try{b(G,await ce(e,t.signal)),b(P,``),J?.show(g(G).problems,{error:R(`error`),warning:R(`warning`)})}catch(e){t.signal.aborted||b(P,N(e)??String(e),!0)}t.signal.aborted||b(K,!1)},_e?350:0);return _e=!0,()=>{clearTimeout(n),t.abort()}});function Te(){b(z,!1),I(o.name,void 0),J?.setText(g(X)??`; My game
; Take one, two or three of twelve sticks in turn; who takes the last one wins.

(role first)
(role second)

(init (sticks 12))
(init (control first))

(number 1) (number 2) (number 3)
(other first second) (other second first)

(<= (legal ?p (take ?n))
    (true (control ?p)) (number ?n)
    (true (sticks ?s)) (less ?n ?s ?rest))
(<= (legal ?p noop)
    (role ?p) (not (true (control ?p))))

(<= (next (sticks ?rest))
    (does ?p (take ?n)) (true (sticks ?s)) (less ?n ?s ?rest))
(<= (next (control ?q))
    (true (control ?p)) (other ?p ?q))

(<= terminal (true (sticks 0)))
(<= (goal ?p 100)
    (role ?p) (not (true (control ?p))))
(<= (goal ?p 0)
    (true (control ?p)))

; (less n s rest): from s sticks n can be taken, and rest are left.
(<= (less 1 ?s ?rest) (before ?rest ?s))
(<= (less 2 ?s ?rest) (before ?a ?s) (before ?rest ?a))
(<= (less 3 ?s ?rest) (before ?a ?s) (before ?b ?a) (before ?rest ?b))
(before 0 1) (before 1 2) (before 2 3) (before 3 4) (before 4 5) (before 5 6)
(before 6 7) (before 7 8) (before 8 9) (before 9 10) (before 10 11) (before 11 12)
`)}async function Ee(e,t){if(!(await le()).some(t=>t.name===e&&!t.comes))return 0;let n=await L(e);return n.text===t?0:n.games}async function De(e){if(!g(Q))b(P,g(B)?`${R(`name`)}: ${R(`nameHelp`)}`:R(`needsName`),!0),document.getElementById(`${p}-name`)?.focus();else{b(V,`save`);try{let t=g(j),n=g(B),r=g(W)?.agreed&&g(W).name===n&&g(W).text===t?0:await Ee(n,t);return b(W,r?{name:n,text:t,games:r,agreed:!1,again:e}:void 0),g(W)?void 0:(await de(n,t),I(o.name,void 0),b(P,``),b(z,!1),b(F,R(`saved`,{name:n}),!0),n===o.name&&b(w,{...g(w),text:t}),n)}catch(e){b(P,N(e)??String(e),!0);return}finally{b(V,``)}}}function Oe(){g(W)&&(b(W,{...g(W),agreed:!0}),g(W).again())}async function ke(){let e=await De(ke);e&&e!==o.name&&x(`/rulesheets/${e}`)}async function Ae(e){return o.name&&!g(Z)?o.name:De(e)}async function je(){let e=await Ae(je);if(e&&g(G)?.game){b(V,`play`);try{let t={level:3,spec:``},n=g(G).game.roles.map((e,n)=>n===0?{kind:`person`,...t}:{kind:`level`,...t});x(await ae({game:`gdl:${e}`,seats:n}))}catch(e){b(P,N(e)??String(e),!0)}b(V,``)}}async function Me(){let e=await Ae(Me);e&&x(T(`/analyse`,{game:`gdl:${e}`}))}async function Ne(){b(V,`measure`),b(F,R(`measuring`),!0);try{let e=await fe(g(j),Y.signal);b(F,e.playouts?R(`speed`,{playouts:E(e.playouts_per_second,0),positions:E(e.positions_per_second,0)}):`${R(`nothing`)} ${R(`speed`,{playouts:`0`,positions:E(e.positions_per_second,0)})}`,!0),b(P,``)}catch(e){b(F,``),Y.signal.aborted||b(P,N(e)??String(e),!0)}b(V,``)}async function Pe(){try{b(U,(await L(o.name)).games,!0),b(H,!0)}catch(e){b(P,N(e)??String(e),!0)}}async function Fe(){try{await ue(o.name),I(o.name,void 0),x(`/rulesheets`)}catch(e){b(P,N(e)??String(e),!0),b(H,!1)}}var Ie=we(),Le=O(Ie),Re=y(Le),ze=y(Re),Be=y(ze),Ve=h(Be,!0);A(ze);var He=_(ze,2),Ue=h(He,!0);A(Re);var We=_(Re,2),Ge=y(We),Ke=h(Ge,!0),$=_(Ge,2);te($);var qe=_($,2),Je=h(qe,!0),Ye=_(qe,2),Xe=e=>{var t=i(),a=O(t),c=e=>{var t=ve(),i=O(t),a=y(i),c=e=>{var t=d();m(e=>u(t,`${e??``} `),[()=>R(`playedBy`,{n:g(U)})]),n(e,t)};r(a,e=>{g(U)&&e(c)});var l=_(a,1,!0);A(i);var f=_(i,2),p=h(f,!0),v=_(f,2),x=h(v,!0);m((e,t,n)=>{u(l,e),u(p,t),u(x,n)},[()=>R(`deleteSure`,{name:o.name}),()=>R(`deleteYes`),()=>R(`keep`)]),s(`click`,f,Fe),s(`click`,v,()=>b(H,!1)),n(e,t)},l=e=>{var t=ye(),r=h(t,!0);m(e=>u(r,e),[()=>R(`delete`)]),s(`click`,t,Pe),n(e,t)};r(a,e=>{g(H)?e(c):e(l,-1)}),n(e,t)};r(Ye,e=>{g(w)&&!g(w).comes&&e(Xe)}),A(We),A(Le);var Ze=_(Le,2),Qe=e=>{var t=be(),r=y(t),i=h(r),a=_(r,2),o=h(a,!0),c=_(a,2),l=h(c,!0);A(t),m((e,t,n,r)=>{u(i,`${e??``} ${t??``}`),u(o,n),u(l,r)},[()=>R(`playedBy`,{n:g(W).games}),()=>R(`saveSure`,{name:g(W).name}),()=>R(`saveYes`),()=>R(`saveNo`)]),s(`click`,a,Oe),s(`click`,c,()=>b(W,void 0)),n(e,t)};r(Ze,e=>{g(W)&&e(Qe)});var $e=_(Ze,2),et=e=>{var t=xe(),r=y(t),i=_(r),a=h(i,!0);A(t),m((e,t)=>{u(r,`${e??``} `),u(a,t)},[()=>R(`restored`),()=>R(`discard`)]),s(`click`,i,Te),n(e,t)};r($e,e=>{g(z)&&e(et)});var tt=_($e,2),nt=e=>{var t=Se(),r=h(t,!0);m(()=>u(r,g(P))),n(e,t)};r(tt,e=>{g(P)&&e(nt)});var rt=_(tt,2),it=e=>{var t=Ce(),r=y(t),i=y(r);ee(i,e=>b(q,e),()=>g(q));var o=_(i,2),c=h(o);A(r);var l=_(r,2),d=y(l),f=y(d),p=h(f,!0),v=_(f,2),x=h(v,!0),S=_(v,2),C=h(S,!0);A(d);var T=_(d,2);let E;var D=h(T,!0);pe(_(T,2),{get found(){return g(G)},get checking(){return g(K)},onproblem:e=>J?.goTo(e)}),A(l),A(t),m((e,t,n,r,i)=>{u(c,`${e??``} · ${t??``}`),f.disabled=!!g(V)||!g(G)?.game,u(p,n),v.disabled=!!g(V)||!g(G)?.game,u(x,r),S.disabled=!!g(V)||!g(G)?.game,u(C,i),E=a(T,1,`note s17v030q`,null,E,{unseen:!g(F)}),u(D,g(F))},[()=>g(Z)?R(`changed`):g(w)?.comes?R(`comes`):R(`unchanged`),()=>R(`keys`),()=>R(`play`),()=>R(`analyse`),()=>R(`measure`)]),s(`click`,f,je),s(`click`,v,Me),s(`click`,S,Ne),n(e,t)};r(rt,e=>{g(M)&&e(it)}),m((e,t,n,r,i)=>{u(Ve,e),u(Ue,t),l(Ge,`for`,`${p}-name`),u(Ke,n),l($,`id`,`${p}-name`),l($,`title`,r),l($,`aria-invalid`,!!g(B)&&!g(Q)),qe.disabled=!!g(V)||!g(M)||!g(Z)&&g(B)===o.name,u(Je,i)},[()=>R(`list`),()=>g(w)?.title??(o.name||R(`newOne`)),()=>R(`name`),()=>R(`nameHelp`),()=>g(B)===o.name?R(`save`):R(`saveAs`)]),e(`submit`,We,e=>{e.preventDefault(),ke()}),ne($,()=>g(B),e=>b(B,e)),n(t,Ie),re()}p([`click`]);export{Te as default};