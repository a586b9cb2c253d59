/// The page's style sheet, for light and dark mode and for windows at least 360 points wide.
enum PageStyle {
  static let sheet = colours + frame + panels + conversation + details

  private static let colours = """
    :root{color-scheme:light dark;
    --page:#fbfbf9;--panel:#fff;--hover:#f3f3ef;--line:#e4e4de;--ink:#1b1d20;--dim:#686d74;
    --accent:#2557c7;--good:#1a7a4c;--led:#1768b8;--bad:#8f5d00;--failed:#c0272d;--quiet:#686d74;
    --warn:#fcf5e4;--code:#f6f6f2;
    --sans:-apple-system,"Segoe UI",Roboto,Inter,"Noto Sans","Liberation Sans",system-ui,sans-serif;
    --mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace;
    --row:30px;--edge:24px}
    @media (prefers-color-scheme:dark){:root{
    --page:#111315;--panel:#181b1e;--hover:#1e2226;--line:#2a2f34;--ink:#e6e8ea;--dim:#929aa2;
    --accent:#8ab0ff;--good:#56c795;--led:#77b7f5;--bad:#e0a94a;--failed:#ff8c8a;--quiet:#929aa2;
    --warn:#27210f;--code:#14171a}}

    """

  private static let frame = """
    *{box-sizing:border-box}
    html{background:var(--page)}
    @media (min-width:700px){html{scrollbar-gutter:stable}}
    body{margin:0;color:var(--ink);font:13px/20px var(--sans);-webkit-text-size-adjust:100%}
    h1,h2,h3,p,ul,dl,dd,pre,fieldset{margin:0;padding:0;border:0}
    [hidden]{display:none!important}
    .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    header{display:flex;align-items:baseline;gap:4px 14px;padding:16px var(--edge) 12px;flex-wrap:wrap}
    h1{font-size:15px;font-weight:650;letter-spacing:-.01em}
    #place{color:var(--dim);font:12px/20px var(--mono);unicode-bidi:isolate;overflow-wrap:anywhere;
    min-width:0}
    #state{margin-left:auto;color:var(--dim);white-space:nowrap}
    #state::before{content:"";display:inline-block;width:7px;height:7px;border-radius:50%;
    margin-right:7px;background:var(--quiet);vertical-align:1px}
    #state.live{color:var(--good)}
    #state.live::before{background:var(--good)}
    #state.lost{color:var(--bad)}
    #state.lost::before{background:var(--bad)}
    @media (prefers-reduced-motion:no-preference){#state.live::before{animation:breathe 2.4s infinite}}
    @keyframes breathe{50%{opacity:.35}}
    main{display:grid;gap:20px;padding:0 var(--edge) 24px;grid-template-columns:minmax(0,1fr);
    align-items:start}
    h2,summary{font-size:13px;font-weight:600;line-height:20px}
    button,.button,select,input{font:inherit;color:inherit;background:var(--panel);
    border:1px solid var(--line);border-radius:6px;padding:3px 10px;line-height:20px}
    button,.button,select,summary{cursor:pointer;text-decoration:none}
    button:hover,.button:hover,select:hover{background:var(--hover)}
    button.small{font-size:12px;line-height:16px;padding:2px 8px;color:var(--dim)}
    :focus-visible{outline:2px solid var(--accent);outline-offset:1px}
    kbd{font:11px/16px var(--mono);color:var(--dim);border:1px solid var(--line);border-radius:4px;
    padding:0 4px}
    .control{color:var(--bad);background:var(--warn);border-radius:3px;font-size:.92em;padding:0 2px}
    @media (min-width:1500px){
    main{grid-template-columns:minmax(0,1fr) 320px}
    #problems,#conversation{grid-column:1}
    #stubs{grid-column:2;grid-row:1/span 2;position:sticky;top:12px;max-height:calc(100vh - 24px);
    overflow:auto}
    main:not(:has(#stubs:not([hidden]))){grid-template-columns:minmax(0,1fr)}}
    @media (max-width:699px){:root{--row:52px;--edge:14px}
    header{padding-top:12px}
    #place{order:1;flex-basis:100%}}

    """

  private static let panels = """
    #problems{background:var(--panel);border:1px solid var(--line);border-left:3px solid var(--failed);
    border-radius:10px;padding:11px 16px 14px 14px}
    #problems h2{color:var(--failed)}
    #problem-list{list-style:none}
    #problem-list>li{padding:10px 0 0}
    #problem-list>li+li{margin-top:10px;border-top:1px solid var(--line)}
    .headline{display:flex;gap:10px;align-items:baseline;flex-wrap:wrap}
    .headline strong{font-weight:600;overflow-wrap:anywhere;unicode-bidi:isolate;min-width:0}
    .headline button{margin-left:auto}
    .times{color:var(--dim);white-space:nowrap}
    .report{font:12px/18px var(--mono);white-space:pre-wrap;overflow-wrap:anywhere;margin-top:6px;
    unicode-bidi:isolate}
    .report .met{color:var(--good)}
    .report .unmet{color:var(--failed)}
    .paste{display:flex;align-items:start;gap:10px;margin-top:6px;padding:7px 8px 7px 12px;
    background:var(--code);border:1px solid var(--line);border-radius:6px}
    .paste code{flex:1;min-width:0;font:12px/20px var(--mono);overflow-wrap:anywhere;
    unicode-bidi:isolate}
    #more-problems{margin-top:12px}
    #stubs{background:var(--panel);border:1px solid var(--line);border-radius:10px}
    summary{padding:9px 14px;border-radius:10px}
    summary .aside{font-weight:400;color:var(--dim)}
    #stubs table{width:100%;border-collapse:collapse;table-layout:fixed}
    #stubs th{font-weight:400;color:var(--dim);font-size:12px;text-align:left;padding:0 14px 4px}
    #stubs th:first-child{width:72px;text-align:right;padding-right:4px}
    #stubs td{padding:5px 14px;border-top:1px solid var(--line);vertical-align:top;
    overflow-wrap:anywhere}
    #stubs td:first-child{text-align:right;font-variant-numeric:tabular-nums;padding-right:4px}
    #stubs .name{unicode-bidi:isolate;display:block}
    #stubs .condition{font:12px/18px var(--mono);unicode-bidi:isolate;display:block}
    #stubs .note{color:var(--dim);font-size:12px;line-height:18px;display:block}
    #stubs .few{color:var(--bad)}
    #stubs .wrong{color:var(--failed)}
    #stubs .aside-row{opacity:.62}

    """

  private static let conversation = """
    #bar{position:sticky;top:0;z-index:2;background:var(--page);padding-top:6px}
    #filter{display:flex;flex-wrap:wrap;gap:8px;align-items:center;padding-bottom:8px}
    .field{position:relative;flex:1 1 200px;max-width:420px;min-width:0}
    .field input{width:100%;padding-right:28px}
    .field kbd{position:absolute;right:7px;top:6px;pointer-events:none}
    .field input:focus+kbd,.field input:not(:placeholder-shown)+kbd{display:none}
    select{max-width:220px;min-width:0}
    #hosts{min-width:0}
    #outcomes{display:flex;flex-wrap:wrap;gap:2px;min-width:0}
    #outcomes label{position:relative;padding:4px 9px;border-radius:6px;color:var(--dim);
    cursor:pointer;white-space:nowrap}
    #outcomes input{position:absolute;opacity:0;inset:0;margin:0;cursor:pointer;padding:0;border:0}
    #outcomes label:hover{background:var(--hover)}
    #outcomes label:has(:checked){background:var(--hover);color:var(--ink);font-weight:600}
    #outcomes label:has(:focus-visible){outline:2px solid var(--accent)}
    #outcomes b{font-weight:inherit;font-variant-numeric:tabular-nums;margin-left:5px}
    #outcomes .failed b{color:var(--failed)}
    #outcomes .bad b{color:var(--bad)}
    #columns,.row{display:grid;align-items:center;column-gap:14px;padding:0 12px;
    grid-template-columns:64px 58px minmax(140px,1.3fr) 118px 62px 66px minmax(90px,.6fr) 100px
    minmax(110px,.6fr)}
    #columns{color:var(--dim);font-size:12px;height:26px;border-bottom:1px solid var(--line)}
    #columns .bar{display:flex;justify-content:space-between;background:none;height:auto;
    font-variant-numeric:tabular-nums}
    .when,.size,.took{text-align:right;font-variant-numeric:tabular-nums;color:var(--dim)}
    #list{position:relative}
    .item{position:absolute;left:0;right:0;top:0}
    .row{height:var(--row);cursor:pointer;border-bottom:1px solid var(--line);position:relative}
    .row:hover{background:var(--hover)}
    .row:focus-visible{outline-offset:-2px;border-radius:4px;z-index:1}
    .row[aria-expanded=true]{background:var(--panel);border-bottom-color:transparent}
    .row>*{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;
    unicode-bidi:isolate}
    .row .method{font:600 12px/20px var(--mono)}
    .address{font:12.5px/20px var(--mono);display:flex}
    .address span{overflow:hidden;text-overflow:ellipsis;unicode-bidi:isolate;white-space:pre}
    .address .host{color:var(--dim);flex:0 8 auto}
    .address .path{flex:0 1 auto}
    .result{font-weight:600;font-variant-numeric:tabular-nums}
    .result::before{display:inline-block;width:16px;font-weight:400;font-size:11px}
    .good .result,.fact.good{color:var(--good)}.good .result::before{content:"●"}
    .led .result,.fact.led{color:var(--led)}.led .result::before{content:"↪"}
    .bad .result,.fact.bad{color:var(--bad)}.bad .result::before{content:"▲"}
    .failed .result,.fact.failed{color:var(--failed)}.failed .result::before{content:"✕"}
    .quiet .result,.fact.quiet{color:var(--quiet)}.quiet .result::before{content:"○"}
    .row .stub,.row .from{color:var(--dim)}
    .row .bar{position:relative;height:100%;overflow:hidden}
    .bar i{position:absolute;top:50%;height:8px;margin-top:-4px;border-radius:2px;min-width:2px}
    .good .bar i{background:var(--good)}.led .bar i{background:var(--led)}
    .bad .bar i{background:var(--bad)}.failed .bar i{background:var(--failed)}
    .quiet .bar i{background:var(--quiet)}
    .bar i.wait{opacity:.32}.failed .bar i.wait{opacity:.6}
    .bar i.open{background:repeating-linear-gradient(90deg,var(--quiet) 0 4px,transparent 4px 7px);
    opacity:.7}
    #empty{color:var(--dim);padding:40px 12px;text-align:center}
    #keys{color:var(--dim);font-size:12px;padding:14px 12px 0}
    #newer{position:fixed;bottom:20px;left:50%;transform:translateX(-50%);z-index:3;
    border-radius:20px;background:var(--ink);color:var(--page);border:0;padding:6px 16px;
    box-shadow:0 2px 12px #0003}
    @media (max-width:1199px){#columns,.row{
    grid-template-columns:64px 56px minmax(140px,1fr) 116px 60px 62px minmax(80px,.32fr)}
    .row .stub,.row .from,#columns .stub,#columns .from{display:none}}
    @media (max-width:699px){
    #columns{display:none}
    #bar{position:static;border-bottom:1px solid var(--line)}
    #keys,.field kbd{display:none}
    .field{flex-basis:100%;max-width:none}
    #outcomes{margin:0 -9px}
    .row{grid-template-columns:auto auto auto auto 1fr;column-gap:10px;padding:0 2px;
    grid-template-rows:26px 22px;align-content:start;align-items:center}
    .row .method{grid-area:1/1}
    .row .address{grid-area:1/2/2/-1}
    .row .result{grid-area:2/1/3/3}
    .row .took{grid-area:2/3}.row .size{grid-area:2/4}
    .row .when{grid-area:2/5}
    .row .bar{position:absolute;left:2px;right:2px;bottom:0;height:3px}
    .bar i{height:3px;top:0;margin:0}}

    """

  private static let details = """
    .detail{background:var(--panel);border-bottom:1px solid var(--line);padding:4px 12px 18px 100px}
    .facts{display:grid;grid-template-columns:auto minmax(0,1fr);gap:2px 14px}
    .facts dt{color:var(--dim)}
    .facts dd{overflow-wrap:anywhere;unicode-bidi:isolate}
    .facts .mono{font:12px/20px var(--mono)}
    .messages{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:14px 32px;
    margin-top:14px}
    .message h3{font-size:12px;font-weight:600;color:var(--dim);padding-bottom:4px;
    border-bottom:1px solid var(--line);margin-bottom:6px}
    .fields{display:grid;grid-template-columns:minmax(90px,max-content) minmax(0,1fr);gap:0 14px;
    font:12px/19px var(--mono)}
    .fields dt{color:var(--dim);overflow-wrap:anywhere;unicode-bidi:isolate;max-width:180px}
    .fields dd{overflow-wrap:anywhere;unicode-bidi:isolate}
    .body{margin-top:10px;border:1px solid var(--line);border-radius:6px;overflow:hidden}
    .body .about{display:flex;gap:10px;align-items:baseline;padding:4px 6px 4px 10px;color:var(--dim);
    font-size:12px;border-bottom:1px solid var(--line);flex-wrap:wrap}
    .body .about button{margin-left:auto}
    .body pre{font:12px/18px var(--mono);padding:8px 10px;margin:0;white-space:pre-wrap;
    overflow-wrap:anywhere;overflow:auto;max-height:60vh;background:var(--code);
    unicode-bidi:isolate;tab-size:4}
    .body img{display:block;max-width:100%;max-height:320px;padding:10px;margin:auto;
    background:repeating-conic-gradient(var(--code) 0 25%,var(--panel) 0 50%) 0/16px 16px}
    .none{color:var(--dim)}
    .key{color:var(--led)}.text{color:var(--good)}.number{color:var(--bad)}.word{color:var(--failed)}
    @media (max-width:899px){.detail{padding-left:12px}.messages{grid-template-columns:minmax(0,1fr)}}
    @media (max-width:699px){.detail{padding:2px 2px 16px}
    .fields{grid-template-columns:minmax(0,1fr)}.fields dd{padding-left:14px}
    .fields dt{max-width:none}}
    """
}
